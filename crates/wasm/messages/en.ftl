# Analysis. A score such as +0.35 is an argument too.

engine-depth = depth {$depth}
review-broken-off = The review stopped early. It rated {$rated} of {$moves ->
    [one] 1 move
   *[other] {$moves} moves
}, starting from the end.

# A game, wherever it is played.

turn-count = {$count ->
    [one] 1 turn
   *[other] {$count} turns
}
between = {$first} vs {$second}
toss-result = Coin toss: {$name} goes first as {$player}.
plays = {$name} plays {$move}
sides-changed = The players swapped sides.
start = Start
task-of = Task {$number} of {$count}

# A new game.

begin-game = Start game
players = Players
mode-computer = You vs the computer
mode-people = Two players on this device
strength = Level
begins-toss = Coin toss
rules = Rules
default-rules = default
pie = Pie rule
pie-which = The second player can swap sides after the first turn.
clock = Time control
clock-none = No clock

# The page.

theme-suited = Match the game
theme-wood = Wood
theme-pond = Pond
theme-clear = Clear (colour-blind friendly)
home-link = Sanban home page
skip = Skip to content
ways = Main menu
learn = Learn
puzzles = Puzzles
analysis = Analysis
settings = Settings
not-now = Not now
new-version = A new version of Sanban is available.
take-new-version = Update
missing = Page not found
to-home = Go to the home page
welcome = Small, deep board games
welcome-more = Play the computer or each other in your browser, online or offline.
games = Games
play = Play
learn-it = Learn
go-on = Resume a game
all-games = Show all ({$count})
forget = Delete
forget-game = Delete {$game}
analysis-what = Explore any game or position with the engine
puzzles-what = Find the win
learn-what = The rules and a lesson for each game
no-such-game = There's no game called "{$game}".
your-side = Your side
begins = {$player} (goes first)
more-options = More options
clock-other = Custom time control, such as 5m+3s
your-name = Your name
name-of = {$player}'s name
no-room = Your browser is out of storage, so this game can't be saved. You'll lose it when you close the page.
position-dropped = These rules don't allow the position you set up. The game will begin from the start position.
no-kept-game = This game isn't saved in this browser.
to-move = to move
thinks = thinking…
take-supply = Take from supply
turns = Turns
no-turns = No turns yet.
chosen = selected
may-choose = selectable
board = {$game} board
evaluation = Evaluation: {$score}
evaluation-none = No evaluation yet
who-is-ahead = Evaluation bar
close = Close
cancel = Cancel
share = Share
copied = Copied.
not-copied = Your browser blocked copying. Select the text and copy it yourself.
copy = Copy
link-game = Link to this game
link-position = Link to this position
position-text = Position as text
record = Game record
save-record = Download record
save-svg = Download SVG
save-png = Download PNG
engine-failed = The engine isn't working: {$why}
undone = Turn undone.
redone = Turn redone.
hint-sought = Looking for a hint…
resign = Resign
resign-sure = Resign as {$name}?
looking-back = You're viewing an earlier position.
to-present = Back to the current position
rematch = Rematch
analyse-game = Analyse game
other-game = New game
change-sides = Swap sides
leave-sides = Keep sides
notice = {$player} {$notice}.
computer-thinks = {$name} is thinking…
entered = So far: {$entered}
your-turn = {$name} to move: choose a marked square.
end-turn = End turn
pass = Pass
take-back-step = Undo step
tools = Tools
undo = Undo
redo = Redo
hint = Hint
flip = Flip board
evaluation-bar = Evaluation
first-turn = Go to the start
turn-before = Previous turn
turn-after = Next turn
last-turn = Go to the last turn
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
private = Your games, settings and progress are stored only in this browser. Nothing is sent anywhere.

# Analysis and the editor on the page.

analysis-how = Study a game or a position: try moves, save variations and get help from the engine.
go-on-study = Resume a study
no-room-study = Your browser is out of storage, so this study can't be saved. You'll lose it when you close the page.
no-kept-study = This study isn't saved in this browser.
from-start = New study
set-up-position = Set up a position
from-text = Import a game or position
paste-first = Paste a game or a position first.
not-pasted = This is neither a record, a list of moves nor a position.
paste-here = Paste a game record, moves or a position
text-of-game = Game, if the text doesn't name it
open-text = Open
choose-file = Choose a file
or-drop = or drop a file anywhere on this page
several-games = Which of these {$count} games?
from-kept = Analyse a saved game
moves = Moves
recorded-result = Recorded result: {$result}.
make-main = Make main line
remove-moves = Delete from here
remove-sure = Delete {$move} and all moves after it?
comment = Comment
comment-on = Comment on {$move}
comment-start = Comment on the game
keep-comment = Save
engine = Engine
engine-off = The engine is off.
engine-begins = The engine is starting…
engine-reviews = The engine is reviewing the game.
game-over-here = The game is over in this position.
line-count = Lines
speed = {$speed} nodes/s
settled = search complete
proven = proven
export-record = Download record
edit-position = Edit position
play-from-here = Play from here
other-study = Open another study
review = Review
review-what = The engine rates every move of the main line. You'll see who was ahead, what went wrong and what was better.
review-no-moves = Make some moves first, then review the game.
review-begin = Review game
review-stop = Stop
review-progress = Moves reviewed
review-done = The review is complete.
review-pace = Speed
review-pace-1 = Quick
review-pace-2 = Standard
review-pace-3 = Thorough
accuracy = Accuracy:
no-mistakes = No mistakes found.
rated-move = {$move}: {$rating}. {$best} was better.
curve = Evaluation (higher is better for {$player})
not-on-curve = in a variation
editor-of = Set up a {$game} position
palette = Selected
eraser = eraser
who-moves = To move
clear-board = Clear board
start-position = Start position
take-text = Use this position
possible = The position is valid.
impossible = The position isn't valid:
analyse = Analyse

# Learning on the page.

lesson = Lesson
learn-title = Learn a game
learn-begin = Start with the lesson, look up the rules, and practise with puzzles.
learn-game = Learn {$game}
lesson-what = Short tasks on the board, one at a time
rules-what = With boards where you can try everything
puzzles-of-game = Positions where you can force a win
lesson-begin = Start lesson
lesson-go-on = Resume lesson
lesson-again = Repeat lesson
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
task-before = Previous task
task-next = Next task
task-skip = Skip
task-end = Finish lesson
again = Start over
solution = Solution
hint-squares = The marked squares show one solution: {$move}.
lesson-over = End of the lesson
tasks-left = Tasks you haven't solved yet:
play-first-level = Play against level 1
no-such-task = This lesson has no task "{$task}".
contents = Contents
example = Example {$number}
try = Try it
try-long = Play the turn of this example, or any other turn, for both sides.
try-next = Show next turn
try-end = Done
puzzle = Puzzle {$number}
puzzle-of = {$game}, puzzle {$number}
puzzle-asks = {$player} to move: win in {$turns ->
    [one] 1 turn
   *[other] {$turns} turns
}
puzzle-left = {$turns ->
    [one] 1 turn left
   *[other] {$turns} turns left
}
puzzle-begin = Find the turn that forces a win.
puzzle-wrong = {$move} doesn't win in {$turns ->
    [one] 1 turn
   *[other] {$turns} turns
} against every reply. Try another turn.
puzzle-loose = Good start, but {$move} doesn't force a win in {$turns ->
    [one] 1 turn
   *[other] {$turns} turns
}. The rest of the turn matters too.
puzzle-late = After {$move}, you can't force a win in the turns you have left. Try another turn.
puzzle-right = Correct! {$player} is replying…
puzzle-doubt = Checking whether this still wins in time…
puzzle-answered = {$player} replies {$move}. Your turn.
puzzle-solved = Solved!
puzzle-solved-hard = {$tries ->
    [one] Solved in 1 try!
   *[other] Solved in {$tries} tries!
}
puzzle-shown = That was the solution. Start over to play it yourself.
puzzle-hint = Look at {$square}.
puzzle-next = Next puzzle
puzzle-play-on = Analyse this position
puzzle-all = All puzzles
no-such-puzzle = {$game} has no puzzle "{$number}".
puzzles-how = In each puzzle, only one way to begin your turn wins. Every solution is proven by a complete search.
puzzles-none = There are no puzzles for this game yet.
puzzles-next = Next puzzle
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
puzzle-line = Puzzle {$number}. {$grade}, win in {$turns ->
    [one] 1 turn
   *[other] {$turns} turns
}, {$state}

# Playing online.

way-lobby = Play online
play-others = Play online
play-others-what = Join or watch a game, or invite a friend with a link
private-server = Online games and account settings are stored on the server. Everything else is stored only in this browser.
no-server = This page has no game server, so you can't play online here.
server-away = Can't reach the server. Check your connection and try again.
server-failed = Something went wrong on the server (status {$status}). Try again in a moment.
asking-server = Loading…
try-again = Try again
places = Online play
lobby = Lobby
finished-games = Finished games
leaders = Leaderboard
account = Account
sign-up = Sign up
log-in = Log in
log-out = Log out
logged-out = You're logged out. You can still play as a guest.
welcome-name = Welcome, {$name}!
profile = Profile
you-are = You're logged in as {$name}.
you-are-guest = You're playing as a guest.
account-why = You can play as a guest. With an account you have a name and ratings, and you can find your games on any device. The games you played as a guest in this browser move to your account.
account-way = New here?
account-name = Name
passphrase = Passphrase
sign-up-what = Choose a long passphrase, such as several words. It can't be reset if you lose it.
log-in-what = The games you played as a guest move to this account.
guest = Guest
free-seat = Free seat
you = you
away = away
is-away = {$name} is away.
is-back = {$name} is back.
pace = Time control
pace-none = No clock
pace-days = {$days ->
    [one] 1 day per turn
   *[other] {$days} days per turn
}
pace-other = Custom time control, such as 5m+3s or 2d
rated = Rated
rated-what = The game changes both players' ratings. Both players need an account.
is-rated = Rated
casual = Casual
from-set-up = Custom position
from-this-position = The game starts from this position.
from-start-instead = Use the start position
rated-from-start = Only games from the start position can be rated.
which-game = Game
any-game = Any
opponent = Opponent
opponent-anyone = Anyone
opponent-link = A friend with a link
opponent-computer = The computer
propose = New game
propose-anyone = Find an opponent
propose-link = Create a link
propose-computer = Start game
your-games = Your games
your-finished = Your finished games
you-move = Your turn
go-on-there = Resume
to-table = Go to the game
withdraw = Cancel game
seeks = Open games
no-seeks = There are no open games right now. Create one, or play the computer while you wait.
join = Join
running = Games in progress
none-running = There are no games in progress right now.
watch = Watch
game-is-set-up = Your {$game} game is ready.
game-begins = Your {$game} game has started.
waits-since = waiting since {$when}
connection-lost = Connection lost. Reconnecting…
connected = You're connected again.
you-watch = you're watching
awaited = {$name} to move.
sending = Sending your turn…
pie-awaited = {$name} is deciding whether to swap sides.
waiting-open = Waiting for an opponent. Your game is listed in the lobby. You can also send this link to a friend.
waiting-link = Waiting for an opponent. Send this link to the person you want to play.
link-table = Link to this game
seat-free = You can join this game: {$terms}
ask-takeback = Request a takeback
takeback-asked = {$name} requests a takeback.
takeback-waits = You've asked {$name} for a takeback.
takeback-refused = Your takeback request was declined.
allow = Accept
decline = Decline
offer-draw = Offer a draw
draw-offered = {$name} offers a draw.
draw-waits = You've offered {$name} a draw.
draw-declined = Your draw offer was declined.
accept-draw = Accept the draw
call-off = Abort game
call-off-sure = Abort this game? It won't count.
withdrawn = The game was cancelled.
may-claim = {$name} left the game. You can claim the win, or wait.
claim = Claim the win
rematch-asked = {$name} wants a rematch.
rematch-waits = You've asked for a rematch.
next-game = Go to the next game
since = Member since {$when}
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
rating-curve = Rating between {$low} and {$high}, now {$last}
place = Rank
player = Player
no-leaders = Nobody has finished a rated game yet.
leaders-what = Only rated games change ratings; ± is the margin of error.
none-found = No games found.
replay = Replay
download = Download
download-all = Download all
more-games = Show more games
seek = Search
