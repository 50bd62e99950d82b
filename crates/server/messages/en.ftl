# What the server answers when it rejects a request.

no-player = You have no session yet. POST /api/me starts one as a guest.
wrong-origin = Blocked: the request came from another site.
wrong-host = This server doesn't answer for "{$host}". If the name is yours, add it to the setting "host".
bad-token = This API token doesn't work. Create a new one with your account.
needs-session = An API token can't do that. Log in with your passphrase.
no-such-game = This game doesn't exist.
no-such-player = There's no player with this name.
no-such-token = There's no such token.
no-such-review = Nobody has asked for a review of this game lately. Start one first.
no-such-address = There's nothing at this address. The page is at /, and /api/openapi.json describes the API.
wrong-method = This address doesn't support that method. /api/openapi.json describes what it supports.
bad-request = Bad request: {$why}.
too-large = The request is too large. The limit is {$most ->
    [one] 1 byte
   *[other] {$most} bytes
}.
bad-pace = "{$pace}" isn't a time control. Try 5m+3s or 3d, or leave it empty for no clock.
command-id-reused = This id was already used for something else. Use a new id.
bad-command-id = A command's id must have 1 to {$most} characters.
bad-name = Names have {$least} to {$most} letters, digits, spaces, dots, hyphens or underscores. They start and end with a letter or a digit.
mixed-scripts = Use letters of one alphabet in your name.
bad-passphrase = Passphrases have {$least} to {$most} characters.
common-passphrase = This passphrase is too easy to guess. Choose another one, such as four random words.
bad-label = A token's label must have 1 to {$most} characters.
bad-settings = Settings must be an object of at most {$most ->
    [one] 1 byte
   *[other] {$most} bytes
}.
position-over = The game is already over in this position. Choose another position.
name-taken = The name "{$name}" is taken, or looks like one that is. Choose another one.
has-account = You already have an account. Log out first.
no-account = You need an account to do that. Sign up or log in.
wrong-passphrase = Wrong name or passphrase.
rated-needs-account = You need an account to play rated games. Sign up or log in.
rated-needs-person = Games against the computer can't be rated.
rated-needs-start = Only games from the start position can be rated.
rated-needs-time = Rated games with a clock need at least 30s.
too-many-games = You have {$most ->
    [one] 1 unfinished game
   *[other] {$most} unfinished games
}. Finish one first.
too-many-computers = You have {$most ->
    [one] 1 unfinished game
   *[other] {$most} unfinished games
} against the computer. Finish one first.
too-many-seeks = You have {$most ->
    [one] 1 open game
   *[other] {$most} open games
} waiting for an opponent. Cancel one first.
too-many-seeks-at-address = Your network already has {$most ->
    [one] 1 open game
   *[other] {$most} open games
} waiting for an opponent. Join one, or play by a link.
too-many-tokens = You have {$most ->
    [one] 1 API token
   *[other] {$most} API tokens
}. Revoke one first.
too-many-requests = Too many requests. Wait a moment.
too-many-logins = Too many attempts. Wait a minute.
too-many-guests = Too many new guests from your address. Wait a minute.
too-many-connections = Too many connections from your address. Close one first.
too-many-reviews = You already have a review running. Wait until it is complete.
too-busy = The server is busy. Try again in a moment.
store-failed = The server couldn't save this, so nothing changed. Try again in a moment.
store-superseded = Another server has taken over, and this one is stopping. Reload the page in a moment.
node-unreachable = This game can't be reached right now. Try again in a moment.
store-lost = The server has lost its data and is stopping. Your request may be lost. Try again when the server is back.
outcome-unknown = The server couldn't confirm that this was saved, and is restarting. Send the same request again with the same id: it counts once.
not-a-player = You aren't playing in this game.
no-free-seat = Both seats are taken.
your-own-game = You're already in this game. The other seat is for your opponent.
not-begun = The game hasn't started yet. It's waiting for a second player.
not-your-turn = It's not your turn.
moved-on = The game has moved on: {$turns ->
    [one] 1 turn has been played
   *[other] {$turns} turns have been played
}.
round-over = The game is over.
too-long = This game is too long to continue. You can only resign.
round-not-over = The game isn't over yet.
no-pie = You can't swap sides now.
no-offer = There's no such offer to answer.
offered-already = That was already requested this turn.
nothing-to-take-back = You have no turn to take back.
not-away = You can't claim the win yet. Your opponent hasn't been away long enough, or it isn't their turn.
already-joined = Someone has already joined. You can resign instead.
computer-plays-on = The computer doesn't accept draws.

page-missing-disabled = This build leaves out the web page, because SANBAN_PAGE=0 was set.
page-missing-debug = Debug builds leave out the web page.
page-missing-target = This build has no web page, because the Rust target wasm32-unknown-unknown was missing.
page-missing-failed = This build has no web page, because the page did not compile.
page-remedy-disabled = To include it, build again with SANBAN_PAGE=1. It needs a Rust target: rustup target add wasm32-unknown-unknown
page-remedy-debug = To include it, set SANBAN_PAGE=1 or build with --release. It needs a Rust target: rustup target add wasm32-unknown-unknown
page-remedy-target = To include it, build again after this command: rustup target add wasm32-unknown-unknown
page-remedy-failed = To see why, build again with SANBAN_PAGE=1. It needs a Rust target: rustup target add wasm32-unknown-unknown
page-works-without = Everything else works: the terminal, the engine and the server's API.

# What links to the page show elsewhere.

preview-home = Sanban: small, deep board games
preview-home-description = Play the computer or each other, learn and analyse. In your browser, online or offline.
preview-players = {$game}: {$first} vs {$second}
preview-nobody = open seat
preview-guest = Guest
preview-waiting = Waiting for an opponent. Join the game!
preview-running = {$player} to move. {$turns ->
    [one] 1 turn has been played.
   *[other] {$turns} turns have been played.
}
preview-won = {$name} ({$player}) won. Replay the game.
preview-drawn = The game was drawn. Replay it.
preview-cancelled = This game was cancelled.
preview-invitation = You're invited to a game. Open the link to play.
preview-private = A private game.
