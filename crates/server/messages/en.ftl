# What the server says when it refuses something. `{name}` is an argument.

no-player = You are nobody yet: POST /api/me makes you a guest.
wrong-origin = This came from another site, which may not ask for you.
no-such-game = There is no such game.
no-such-player = There is no player of that name.
no-such-address = There is nothing at this address; the page is at /, and /api/openapi.json tells what there is.
wrong-method = That cannot be done at this address; /api/openapi.json tells what can.
bad-request = The request cannot be read: {$why}.
too-large = That is too much; at most {$most} bytes are read.
bad-pace = The pace "{$pace}" cannot be read; 5m+3s, 3d and nothing are such.
bad-command-id = A command needs an id of 1 to {$most} letters.
bad-name = A name has {$least} to {$most} letters, digits, spaces, dots, hyphens or underscores, and begins and ends with a letter or digit.
bad-passphrase = A passphrase has {$least} to {$most} characters.
bad-settings = Settings are an object of at most {$most} bytes.
position-over = The game would be over in this position.
name-taken = The name "{$name}" is taken.
has-account = You have an account already; log out first.
no-account = Only an account can do that.
wrong-passphrase = There is no account of that name with that passphrase.
rated-needs-account = Rated games are for players with an account.
rated-needs-person = Rated games are between people.
rated-needs-start = Rated games begin at the start.
rated-needs-time = Rated games with a clock have at least 30s.
too-many-games = You have {$most} unfinished games; finish one first.
too-many-computers = You have {$most} unfinished games with the computer; finish one first.
too-many-requests = That is too much at once; wait a moment.
too-many-logins = Too many attempts; wait a minute.
too-many-guests = There are too many new guests from your address; wait a minute.
too-many-connections = There are too many connections from your address.
too-busy = The server is too busy; try again in a moment.
store-failed = The server cannot write this down now, so it was not done; try again in a moment.
not-a-player = You do not play in this game.
no-free-seat = Both seats are taken.
your-own-game = You sit here already; the other seat is for somebody else.
not-begun = The game has not begun: somebody has to sit down first.
not-your-turn = It is not your turn.
moved-on = The game has moved on: {$turns} turns have been made.
round-over = The game is over.
too-long = So much has happened in this game that it can only be resigned.
round-not-over = The game is not over.
no-pie = Sides cannot be changed now.
no-offer = Nobody has offered that.
offered-already = You have asked that already.
nothing-to-take-back = There is no turn of yours to take back.
not-away = The other player is not away for long enough, or it is not their turn.
already-joined = Somebody has joined already; you can resign.
computer-plays-on = The computer plays on.

page-missing-disabled = This build leaves out the web page, because SANBAN_PAGE=0 was set.
page-missing-debug = Debug builds leave out the web page.
page-missing-target = This build has no web page, because the Rust target wasm32-unknown-unknown was missing.
page-missing-failed = This build has no web page, because the page did not compile.
page-remedy-disabled = To include it, build again with SANBAN_PAGE=1. It needs a Rust target: rustup target add wasm32-unknown-unknown
page-remedy-debug = To include it, set SANBAN_PAGE=1 or build with --release. It needs a Rust target: rustup target add wasm32-unknown-unknown
page-remedy-target = To include it, build again after this command: rustup target add wasm32-unknown-unknown
page-remedy-failed = To see why, build again with SANBAN_PAGE=1. It needs a Rust target: rustup target add wasm32-unknown-unknown
page-works-without = Everything else works: the terminal, the engine and the server's API.
