# Analysis. A score such as +0.35 is an argument too.

engine-depth = depth {$depth}
review-stopped = The review stopped early. It rated {$rated} of {$moves ->
    [one] 1 move
   *[other] {$moves} moves
}, starting from the end.

# A game, wherever it is played.

turn-count = {$count ->
    [one] 1 turn
   *[other] {$count} turns
}
between = {$first} vs {$second}
toss-result =
    {$reader ->
        [first] Coin toss: you go first, as {$player}.
       *[other] Coin toss: {$name} goes first, as {$player}.
    }
toss-colour-result = Coin toss: {$player} begins.
result-won = {$name} ({$player}) won: {$reason}
result-drawn = Draw: {$reason}
your-turn = Your turn
play-level = Play {$level}
review-game = Review game
hint-more = More
resign-game-question = Resign this game?
move-played = {$name}: {$move}
sides-swapped = The players swapped sides.
start = Start
task-of = Task {$number} of {$count}

# A new game.

start-game = Start game
players = Players
mode-computer = You vs the computer
mode-people = Two players on this device
strength = Level
coin-toss = Coin toss
rules = Rules
default-value = Default: {$value}
pie = Pie rule
pie-description = The second player can swap sides after the first turn.
toss-colour = Toss for the first colour
toss-colour-description = A coin decides whether {$first} or {$second} begins.
time-control = Time control
no-clock = No clock

# The page.

theme-suited = Match the game
theme-wood = Wood
theme-pond = Pond
theme-clear = Clear (colour-blind friendly)
home-link = Sanban home page
skip-to-content = Skip to content
main-menu = Main menu
learn = Learn
puzzles = Puzzles
analysis = Analysis
settings = Settings
not-now = Not now
update-available = A new version of Sanban is available.
install-update = Update
page-not-found = Page not found
page-not-loaded = This page couldn't be loaded
page-not-loaded-remedy = Check your connection, then try again.
open-failed = Sanban couldn't be started. Check your connection, then reload the page.
go-home = Go to the home page
welcome = Small, deep board games
welcome-more = Play the computer or each other in your browser, online or offline.
games = Games
play = Play
learn-button = Learn
resume-game = Resume a game
show-all = Show all ({$count})
delete = Delete
delete-game = Delete {$game}
analysis-description = Explore any game or position with the engine
puzzles-description = Find the win
learn-description = The rules and a lesson for each game
no-such-game = There's no game called "{$game}".
your-side = Your side
goes-first = {$player} (goes first)
more-options = More options
custom-time-control = Custom time control, such as 5m+3s
your-name = Your name
name-of = {$player}'s name
storage-full-game = Your browser is out of storage, so this game can't be saved. You'll lose it when you close the page.
position-dropped = These rules don't allow the position you set up. The game will begin from the start position.
game-not-saved = This game isn't saved in this browser.
to-move = to move
thinking = thinking…
take-supply = Take from supply
turns = Turns
no-turns = No turns yet.
selected = selected
selectable = selectable
selectable-losing = selectable, but it loses at once
board = {$game} board
evaluation = Evaluation: {$score}
evaluation-none = No evaluation yet
evaluation-bar-label = Evaluation bar
close = Close
cancel = Cancel
share = Share
copied = Copied.
not-copied = Your browser blocked copying. Select the text and copy it yourself.
copy = Copy
game-link = Link to this game
position-link = Link to this position
position-text = Position as text
record = Game record
download-record = Download record
download-svg = Download SVG
download-png = Download PNG
engine-failed = The engine isn't working: {$why}.
engine-not-loaded = it couldn't be loaded
undone = Turn undone.
redone = Turn redone.
searching-hint = Looking for a hint…
resign = Resign
resign-question = Resign as {$name}?
viewing-past = You're viewing an earlier position.
back-to-current = Back to the current position
rematch = Rematch
new-game = New game
swap-sides = Swap sides
keep-sides = Keep sides
notice = {$player} {$notice}.
computer-thinking = {$name} is thinking…
entered = So far: {$entered}
losing-note = A red cross marks squares that lose at once.
end-turn = End turn
pass = Pass
undo-step = Undo step
tools = Tools
undo = Undo
redo = Redo
hint = Hint
flip = Flip board
evaluation-bar = Evaluation
go-to-start = Go to the start
previous-turn = Previous turn
shortcuts = Keyboard shortcuts
shortcuts-board = On the board
shortcut-squares = Move between squares
shortcut-pick = Pick the square
previous-variation = Previous variation
next-variation = Next variation
toggle-engine = Engine on or off
next-turn = Next turn
go-to-end = Go to the last turn
type-move = Type a move
language = Language
appearance = Appearance
appearance-auto = Same as system
appearance-light = Light
appearance-dark = Dark
theme = Board theme
setting-sound = Play sounds
setting-evaluation = Show the evaluation bar during games
setting-animation = Animate pieces
setting-warnings = Mark moves that lose at once, against levels 1 to 3 and in lessons
privacy-local = Your games, settings and progress are stored only in this browser. Nothing is sent anywhere.

# Analysis and the editor on the page.

analysis-instructions = Study a game or a position: try moves, save variations and get help from the engine.
resume-study = Resume a study
storage-full-study = Your browser is out of storage, so this study can't be saved. You'll lose it when you close the page.
study-not-saved = This study isn't saved in this browser.
new-study = New study
set-up-position = Set up a position
import-text = Import a game or position
paste-first = Paste a game or a position first.
not-pasted = This is neither a record, a list of moves nor a position.
paste-here = Paste a game record, moves or a position
game-of-text = Game, if the text doesn't name it
open-text = Open
choose-file = Choose a file
drop-file = or drop a file anywhere on this page
several-games = Which of these {$count} games?
analyse-saved-game = Analyse a saved game
moves = Moves
recorded-result = Recorded result: {$result}.
make-main-line = Make main line
delete-moves = Delete from here
delete-moves-question = Delete {$move} and all moves after it?
comment = Comment
comment-on = Comment on {$move}
comment-start = Comment on the game
save-comment = Save
engine = Engine
engine-off = The engine is off.
engine-starting = The engine is starting…
engine-reviewing = The engine is reviewing the game.
game-over-here = The game is over in this position.
line-count = Lines
speed = {$speed} nodes/s
search-complete = search complete
proven = proven
edit-position = Edit position
play-from-here = Play from here
open-other-study = Open another study
review = Review
review-description = The engine rates every move of the main line. You'll see who was ahead, what went wrong and what was better.
review-no-moves = Make some moves first, then review the game.
review-start = Review game
review-stop = Stop
review-progress = Moves reviewed
review-done = The review is complete.
review-speed = Speed
review-speed-1 = Quick
review-speed-2 = Standard
review-speed-3 = Thorough
accuracy = Accuracy:
no-mistakes = No mistakes found.
rated-move = {$move}: {$rating}. {$best} was better.
retry-move = Retry this move
retry-question = {$move} was a mistake. Find a better move on the board.
retry-checking = The engine is checking {$move}.
retry-better = {$move} is better than {$mistake}. Well done!
retry-worse = {$move} isn't good enough: {$rating}. Try again, or look at the better move.
retry-same = {$move} is the move from the game. Try another one.
retry-shown = {$best} was better than {$move}.
retry-again = Try again
retry-show = Show the better move
retry-next = Next mistake
retry-end = Back to the review
graph-label = Evaluation (higher is better for {$player})
graph-in-variation = in a variation
editor-of = Set up a {$game} position
palette = Piece to place
eraser = eraser
side-to-move = To move
clear-board = Clear board
start-position = Start position
use-position = Use this position
position-valid = The position is valid.
position-invalid = The position isn't valid:
analyse = Analyse

# Learning on the page.

lesson = Lesson
learn-title = Learn a game
learn-instructions = Start with the lesson, look up the rules, and practise with puzzles.
learn-game = Learn {$game}
lesson-description = Short tasks on the board, one at a time
rules-description = With boards where you can try everything
solve-puzzles-description = Positions where you can force a win
lesson-start = Start lesson
lesson-resume = Resume lesson
lesson-repeat = Repeat lesson
tasks-solved = {$done} of {$count ->
    [one] 1 task
   *[other] {$count} tasks
} solved
puzzles-solved = {$done} of {$count ->
    [one] 1 puzzle
   *[other] {$count} puzzles
} solved
read-rules = Read the rules
solve-puzzles = Solve puzzles
sources = Sources: {$sources}
task = Task {$number}
task-solved = solved
previous-task = Previous task
next-task = Next task
task-skip = Skip
task-end = Finish lesson
start-over = Start over
solution = Solution
hint-squares = The marked squares show one solution: {$move}.
lesson-over = End of the lesson
tasks-left = Tasks you haven't solved yet:
play-first-level = Play against level 1
no-such-task = This lesson has no task "{$task}".
contents = Contents
example = Example {$number}
try = Try it
try-instructions = Play the turn of this example, or any other turn, for both sides.
try-next = Show next turn
try-end = Done
puzzle = Puzzle {$number}
puzzle-of = {$game}, puzzle {$number}
puzzle-task = {$player} to move: win in {$turns ->
    [one] 1 turn
   *[other] {$turns} turns
}
puzzle-turns-left = {$turns ->
    [one] 1 turn left
   *[other] {$turns} turns left
}
puzzle-instructions = Find the turn that forces a win.
puzzle-wrong = {$move} doesn't win in {$turns ->
    [one] 1 turn
   *[other] {$turns} turns
} against every reply. Try another turn.
puzzle-wrong-finish = Good start, but {$move} doesn't force a win in {$turns ->
    [one] 1 turn
   *[other] {$turns} turns
}. The rest of the turn matters too.
puzzle-too-slow = After {$move}, you can't force a win in the turns you have left. Try another turn.
puzzle-right = Correct! {$player} is replying…
puzzle-checking = Checking whether this still wins in time…
puzzle-reply = {$player} replies {$move}. Your turn.
puzzle-solved = Solved!
puzzle-solved-hard = {$tries ->
    [one] Solved in 1 try!
   *[other] Solved in {$tries} tries!
}
puzzle-shown = That was the solution. Start over to play it yourself.
puzzle-hint = Look at {$square}.
puzzle-next = Next puzzle
puzzle-analyse = Analyse this position
puzzle-all = All puzzles
no-such-puzzle = {$game} has no puzzle "{$number}".
puzzles-instructions = In each puzzle, only one way to begin your turn wins. Every solution is proven by a complete search.
puzzles-none = There are no puzzles for this game yet.
puzzles-all-solved = You've solved them all!
grade = Difficulty
grade-all = All
grade-1 = Very easy
grade-2 = Easy
grade-3 = Medium
grade-4 = Hard
grade-5 = Very hard
solved = solved
tried = tried
not-tried = new
puzzle-label = Puzzle {$number}. {$grade}, win in {$turns ->
    [one] 1 turn
   *[other] {$turns} turns
}, {$state}

# Playing online.

nav-online = Play online
play-online = Play online
play-online-description = Join or watch a game, or invite a friend with a link
privacy-server = Online games and account settings are stored on the server. Everything else is stored only in this browser.
no-server = This page has no game server, so you can't play online here.
server-unreachable = Can't reach the server. Check your connection and try again.
server-failed = Something went wrong on the server (status {$status}). Try again in a moment.
loading = Loading…
try-again = Try again
online-menu = Online play
lobby = Lobby
finished-games = Finished games
leaderboard = Leaderboard
account = Account
sign-up = Sign up
log-in = Log in
log-out = Log out
logged-out = You're logged out. You can still play as a guest.
welcome-name = Welcome, {$name}!
profile = Profile
logged-in-as = You're logged in as {$name}.
playing-as-guest = You're playing as {$name} (guest).
account-description = You can play as a guest. With an account you have a name and ratings, and you can find your games on any device. The games you played as a guest in this browser move to your account.
sign-up-question = New here?
account-name = Name
passphrase = Passphrase
sign-up-description = Choose a long passphrase, such as several words. It can't be reset if you lose it.
log-in-description = The games you played as a guest move to this account.
free-seat = Free seat
you = you
away = away
is-away = {$name} is away.
is-back = {$name} is back.
days-per-turn = {$days ->
    [one] 1 day per turn
   *[other] {$days} days per turn
}
custom-time-control-online = Custom time control, such as 5m+3s or 2d
rated = Rated
rated-description = The game changes both players' ratings. Both players need an account.
rated-label = Rated
casual = Casual
custom-position = Custom position
starts-from-position = The game starts from this position.
use-start-position = Use the start position
rated-from-start = Only games from the start position can be rated.
game-label = Game
any-game = Any
opponent = Opponent
opponent-anyone = Anyone
opponent-link = A friend with a link
opponent-computer = The computer
new-online-game = New game
create-game-anyone = Find an opponent
create-game-link = Create a link
create-game-computer = Start game
your-games = Your games
your-finished-games = Your finished games
your-turn-marker = Your turn
resume = Resume
open-game = Go to the game
cancel-game = Cancel game
open-games = Open games
no-open-games = There are no open games right now. Create one, or play the computer while you wait.
join = Join
games-in-progress = Games in progress
no-games-in-progress = There are no games in progress right now.
watch = Watch
game-ready = Your {$game} game is ready.
game-started = Your {$game} game has started.
waiting-short = waiting less than 1 min
waiting-minutes = waiting {$count} min
waiting-hours = waiting {$count} h
waiting-days = waiting {$count ->
    [one] 1 day
   *[other] {$count} days
}
play-now = Play now
pairing-fast = Fast
pairing-relaxed = Relaxed
pairing-daily = Daily
pairing-friend = A friend (by link)
pairing-waiting = {$count ->
    [one] 1 waiting
   *[other] {$count} waiting
}
notify-turns = Notify me when it's my turn, while a tab is open
notify-blocked = Your browser blocks notifications from this site. Allow them in the browser's settings.
notify-turn = Your turn: {$game}
notify-moved = {$name} has moved.
premove-hint = You can already enter your next turn.
premove-impossible = You can't enter a turn in advance here. Wait until your opponent has moved.
premove-entering = Your next turn, played once {$name} has moved:
premove-held = Your next turn: {$move}. It's played as soon as {$name} has moved.
premove-cancel = Cancel the next turn
premove-dropped = The turn you had entered ({$move}) isn't possible any more. Choose another one.
say = Send a message
say-hello = Hello!
say-good-luck = Good luck!
say-nice-move = Nice move!
say-take-your-time = Take your time.
say-well-played = Well played!
say-thanks = Thanks!
say-sent = Sent: {$message}
said = {$name}: {$message}
watch-live = Watch live
watch-none = Nobody is playing right now. The next game appears here by itself.
watch-next = The next game follows in a moment.
my-rating-change = Your rating: {$change} ({$rating})
rating-change = {$name}: {$change} ({$rating})
connection-lost = Connection lost. Reconnecting…
connected = You're connected again.
watching = you're watching
turn-of = {$name} to move.
sending = Sending your turn…
swap-pending = {$name} is deciding whether to swap sides.
waiting-open = Waiting for an opponent. Your game is listed in the lobby. You can also send this link to a friend.
waiting-link = Waiting for an opponent. Send this link to the person you want to play.
can-join = You can join this game: {$terms}
request-takeback = Request a takeback
takeback-requested = {$name} requests a takeback.
takeback-pending = You've asked {$name} for a takeback.
takeback-declined = Your takeback request was declined.
accept = Accept
decline = Decline
offer-draw = Offer a draw
draw-offered = {$name} offers a draw.
draw-pending = You've offered {$name} a draw.
draw-declined = Your draw offer was declined.
accept-draw = Accept the draw
abort-game = Abort game
abort-question = Abort this game? It won't count.
game-cancelled = The game was cancelled.
claim-available = {$name} left the game. You can claim the win, or wait.
claim = Claim the win
rematch-requested = {$name} wants a rematch.
rematch-pending = You've asked for a rematch.
next-game = Go to the next game
server-review = Review on the server
server-review-progress = Reviewing on the server: {$rated} of {$moves ->
    [one] 1 move
   *[other] {$moves} moves
}
server-review-failed = The server couldn't finish the review. Try again in a moment.
member-since = Member since {$when}
won-drawn-lost = {$won ->
    [one] 1 win
   *[other] {$won} wins
}, {$drawn ->
    [one] 1 draw
   *[other] {$drawn} draws
}, {$lost ->
    [one] 1 loss
   *[other] {$lost} losses
}
no-ratings = No rated games yet.
rated-games = {$count ->
    [one] 1 rated game
   *[other] {$count} rated games
}
rating = Rating
rating-graph-label = Rating between {$low} and {$high}, now {$last}
rank = Rank
player = Player
leaderboard-empty = Nobody has finished a rated game yet.
leaderboard-description = Only rated games change ratings; ± is the margin of error.
no-games-found = No games found.
replay = Replay
download = Download
download-all = Download all
more-games = Show more games
search = Search

# What belongs to an account.

change-passphrase = Change passphrase
current-passphrase = Current passphrase
new-passphrase = New passphrase
change-passphrase-description = You stay logged in here. All other devices are logged out.
passphrase-changed = Your passphrase is changed.
sessions = Other devices
sessions-description = If you have lost a device, log out everywhere and log in again.
log-out-everywhere = Log out everywhere
log-out-everywhere-question = Log out on all devices, this one included?
your-data = Your data
your-data-description = Everything that the server stores about you, as a JSON file.
download-data = Download your data
api-tokens = API tokens for bots
api-tokens-description = With a token, a program plays for this account. Others then see the account as a bot, so use an account of its own for your bot.
token-label = Name of the token
create-token = Create token
token-created = Copy the new token now. It is shown only once:
revoke-token = Revoke
revoke-token-question = Revoke the token "{$label}"? Programs that use it are disconnected.
token-revoked = The token is revoked.
delete-account = Delete account
delete-account-description = Your running games are resigned and your open games cancelled. Finished games stay, without your name. Nobody can take your name again.
delete-account-question = Delete the account {$name}? This can't be undone.
account-deleted = Your account is deleted.
bot-mark = bot
