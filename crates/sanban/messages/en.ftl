# Sentences shared by all games. `{name}` is an argument. Reasons against a position are clauses, joined by semicolons
# inside the sentence `position`.

to-move = to move
height = = rings in that stack

uci-broken-off = The conversation has broken off: {$why}.
too-few-players = A match needs --first and --second, a tournament two players at least after --players.
player-twice = The player {$player} is named twice.
bad-plies = The openings have "{$plies}" plies; it is a number up to 100, as in random:4.
openings-unreadable = The openings {$file} could not be read ({$why}); give a file or random:PLIES.
not-of-puzzles = "{$file}" has other things than the puzzles of this command; save to another file, or go on with the same game, rules, turns and seed.

no-game-or-file = "{$text}" is neither a game nor a file; the games are {$games}.
file-unreadable = The file {$file} could not be read: {$why}.
file-not-text = The file {$file} is no text, so no record of a game can be in it.
file-unwritable = The file {$file} could not be written: {$why}.
bad-address = The address cannot be "{$address}"; it is a host and a port, as in 127.0.0.1:8080.
not-served = The page cannot be served at {$address}: {$why}.
server-settings = The settings cannot be read: {$why}.
bad-set = --set "{$text}" cannot be read; it is NAME=VALUE, as in grace=2m.
server-store = What the server keeps cannot be read or written: {$why}.
backup-written = Everything is copied to {$file}.
serve-at = Sanban is at {$address}
serve-end = Ctrl-C ends it.
site-written = The page is written to {$folder}.
output-failed = The output could not be written: {$why}.
no-chance = The system gave no random number: {$why}.
game-of-file = Game {$number} of {$file} is refused: {$because}
no-game-number = There is no game {$number} in {$file}, which has {$count}.
only-for-position = With a record such as {$file}, {$option} cannot be given: the record says what was played.
only-for-record = With {$option} goes a file with a record, not a game such as {$game}.

# A command line that cannot be read. Arguments are written as the help writes them: <GAME>, --seed <N>.

line-command = There is no command "{$command}"; sanban --help lists the commands.
line-command-near = There is no command "{$command}"; perhaps it should be {$near}.
line-no-command = A command is missing; it can be {$commands}.
line-option = There is no option "{$option}" here; --help lists the options.
line-option-near = There is no option "{$option}" here; perhaps it should be {$near}.
line-word = Nothing more was expected, and "{$word}" was given; --help says what is possible.
line-missing = {$arguments} must be given, as in {$usage}.
line-twice = {$argument} can be given only once.
line-conflict = {$argument} cannot be given together with {$others}.
no-such-colour = {$game} has no {$option}; its players are {$options}, or --first and --second.
line-value = {$argument} cannot be "{$value}"; it must be {$expected}.
line-value-of = {$argument} cannot be "{$value}"; it can be {$values}.
line-no-value = {$argument} needs a value.
line-no-value-of = {$argument} needs a value; it can be {$values}.
line-value-too-many = {$argument} does not take the value "{$value}"; --help says how it is written.
line-values-too-few = {$argument} needs at least {$least} values, and has {$count}.
line-values-count = {$argument} needs {$expected} values, and has {$count}.
line-equals = {$argument} needs an equals sign before its value.
line-not-text = A word of the command line is no text.
line-unclear = The command line cannot be understood; --help says what is possible.
expected-number = a whole number from {$from} to {$to}
expected-number-from = a whole number of at least {$from}
expected-number-any = a whole number, neither negative nor too large
expected-duration = a duration such as 100ms, 20s or 5m
expected-turns = a number of turns from 1 to {$to}, or a range of them such as 2-4
expected-sprt = two numbers of Elo, the smaller first, such as 0,10
expected-other = what --help says

# The list of games.

games-players = players:
games-options = options:
games-presets = presets:
games-classics = classics:
games-option = {$meaning} (default {$default})
games-default = the default

# Matches, tournaments, tuning and puzzles. Tables have their columns in one line, separated by bars.

match-stronger = at least {$elo} Elo stronger
match-no-stronger = at most {$elo} Elo stronger
match-undecided = undecided
match-columns = player|elo|points
ladder-columns = player|against|score|share
ladder-ranking = player|Elo
tuning-positions = positions: {$count}
tuning-loss = loss: {$before} before, {$after} after
perft-progress = {$done} of {$all} first moves counted
game-forfeited = Game {$number} is forfeited. {$why}
puzzles-found = {$count} of {$wanted} puzzles, from {$games} games
puzzles-games = {$count} games
puzzles-turns = win in {$turns}: {$count}
tuning-goes-on = {$count} of {$wanted} positions are gathered; run it again to go on
progress-games = {$done} of {$all} games, {$message} ({$left} left)
progress-moves = {$done} of {$all} moves, {$message} ({$left} left)
progress-positions = {$done} of {$all} positions ({$left} left)
progress-puzzles = {$done} of {$all} puzzles, {$message} ({$left} left)
progress-rounds = {$done} of {$all} rounds ({$left} left)

# Analysis. Scores in sentences about a move are those of the player who made it. A score such as +0.35 and a number of
# turns are arguments too.

analysis-position = {$game}: {$player} to move
analysis-forced = forced: there is no other move
analysis-depth = depth {$depth}
analysis-footer = {$nodes} nodes in {$seconds} s, {$speed} nodes/s
analysis-goes-on = Ctrl-C ends it
analysis-game-of = game {$number} of {$count}
analysis-between = {$first} ({$first-player}) against {$second} ({$second-player})
analysis-columns = number|player|move|eval for {$player}|rating|better
analysis-no-moves = The record has no moves.
analysis-broken-off = Broken off: {$rated} of {$moves} moves are rated, from the end.
analysis-turning-points = turning points:
analysis-no-turning-points = turning points: none
analysis-accuracy = accuracy: {$accuracies}
analysis-accuracy-of = {$player} {$percent} %
analysis-curve = curve (high is good for {$player}):
analysis-curve-digits = curve (0 to 9 tenths of the points for {$player}):
analysis-moves = moves
analysis-even = even
analysis-wins-all = {$player} wins

# Playing in the terminal. The names of the commands are the same in every language.

no-game = The game to play must be named: {$games}.
no-data-folder = There is no folder to keep games in; the variable SANBAN_DATA can name one.
broken = Something in the program is broken, as told above; what was played is kept.
file-exists = There is something else in the file {$file} already; choose another name.
program-in-file = The file lets the program "{$program}" play; a program is started only if --first or --second names it.
nothing-kept = No games are kept yet.
not-kept = There is no kept game "{$id}"; the last ones are {$some}.
saved-goes-on = turns so far: {$count}
play-between = {$first} against {$second}
play-toss = The coin says: {$name} begins, as {$player}.
play-begin = Type a move, help, or quit.
play-prompt-over = game over
play-plays = {$name} plays {$move}
play-may-follow = What may follow: {$next}
play-may-end = The turn can end here: press Enter, or go on with it.
play-may-change = You may change sides now: type change, or make a turn to leave them.
play-sides-changed = The sides are changed.
play-not-complete = The turn is not complete yet; moves tells what may follow.
play-empty = Type a move, or help.
unknown-command = "{$word}" is neither a move nor a command; help lists what there is.
play-no-argument = The command {$command} stands alone on its line.
play-nothing-to-undo = There is nothing to undo.
play-nothing-to-redo = There is nothing to redo.
play-nothing-to-take-back = No step of this turn has been made.
play-over-already = The game is over; undo takes the last turn back.
play-save-where = After save comes the name of a file, as in save game.txt.
play-saved = The game is saved to {$file}.
play-kept = The game is kept as {$id}; sanban play --resume {$id} goes on with it.
play-kept-over = The game is kept as {$id}.
play-kept-apart = {$id} was played on elsewhere meanwhile, so this game is kept apart from it.
play-help = Type a move, such as one that moves lists, whole or step by step. Commands:
play-help-help = what can be typed
play-help-moves = every legal move, or what may follow what is entered
play-help-hint = what the engine would play, and how it sees the game
play-help-undo = take your last turn back
play-help-redo = make a turn again that was taken back
play-help-back = take back the last step of this turn
play-help-done = end a turn that could go on
play-help-save = write the game to a file
play-help-position = the text of the position
play-help-rules = the rules of the game
play-help-board = the board once more
play-help-resign = give the game up
play-help-quit = leave; the game is kept

# The screen.

screen-too-small = The window has {$columns} columns and {$lines} lines; Sanban needs at least {$least-columns} columns and {$least-lines} lines. Make it larger, or press Ctrl-C and use --plain.
screen-your-turn = {$name}: choose a marked square, or type a move.
screen-your-turn-supply = {$name}: choose a place for something from the supply (@), or a marked square.
screen-go-on = {$entered} ... choose how it goes on; Esc takes a step back.
screen-may-end = {$entered} is complete: Enter ends the turn, or go on with it.
screen-must-pass = {$name} cannot move: Enter passes.
screen-over = U takes a turn back, Q leaves.
screen-thinking = {$name} is thinking, {$seconds} s
screen-looking = The engine looks for a move for {$name}, {$seconds} s
screen-resting = {$name} moves next.
screen-paused = Paused: Space goes on, N makes one move.
screen-not-your-turn = It is not your turn; Space cuts the thinking short.
screen-how = Choose a square with the arrow keys and Enter, click it, or type a move.
screen-esc = No step has been made in this turn; U takes a whole turn back, Q leaves.
screen-no-such-key = That key does nothing here; ? tells what there is.
screen-evaluation = {$player}: {$score}
screen-pace = rest between moves: {$seconds} s
screen-pace-paused = paused; rest between moves: {$seconds} s
screen-rules-of = The rules of {$game}
screen-page-scrolls = Arrow keys and Space scroll; any other key closes.
screen-page-closes = Any key closes.
screen-resign = Does {$name} give the game up? y gives it up, any other key does not.
screen-pie-title = Change sides?
screen-pie = {$name} may change sides now and play on with the other colour. y changes them, n leaves them.
screen-save = Write the game to which file? Enter writes it, Esc does not.
screen-save-where = The file needs a name.
screen-help-title = Keys
screen-help = A turn is entered step by step: choose what is marked until the turn is made. Letters for commands are shown as capitals; small ones do the same unless they name a column of the board.
screen-help-move = point at a square; Tab goes to the next marked one
screen-help-enter = choose it, or end a turn that may end
screen-help-escape = take back a step of this turn
screen-help-type = type a move, whole or in steps, and press Enter
screen-help-undo = undo your last turn, redo it
screen-help-hint = hint: what the engine would play, and why
screen-help-evaluation = show or hide who is ahead
screen-help-flip = see the board from the other side
screen-help-pieces = draw fewer or more pieces of each stack
screen-help-save = write the game to a file
screen-help-resign = give the game up
screen-help-rules = the rules of the game
screen-help-space = let the computer move at once; pause a game of computers
screen-help-step = one move of a game of computers
screen-help-pace = computers rest longer or shorter between moves
screen-help-quit = leave; the game is kept
screen-help-signs = On the board [ ] is what you point at, a dot or brackets what may be chosen, ( ) what you have chosen, ! ! what the engine proposes, and small dots the last turn. The mouse works too: click squares, the supply in a player's line, and these keys.
screen-key-help = help
screen-key-space = Space
screen-key-quit = quit
screen-key-undo = undo
screen-key-redo = redo
screen-key-hint = hint
screen-key-evaluation = who is ahead
screen-key-flip = flip
screen-key-rules = rules
screen-key-save = save
screen-key-resign = resign
screen-key-pause = pause
screen-key-step = one move
screen-key-slower = slower
screen-key-faster = faster
screen-key-move-now = move now

# Recorded games on the screen.

replay-start = The start
replay-jump = Go to move {$number}: press Enter
replay-no-such-move = There is no move {$number}; the last one is {$most}.
replay-help-step = one move back, one on
replay-help-ends = to the start, to the end
replay-help-ten = ten moves back, ten on
replay-help-play = let the moves go by themselves, or stop them
replay-help-pace = slower, faster
replay-help-jump = go to a move by its number
replay-help-curve = show or hide who was ahead: the curve is high where the first player is
replay-help-flip = see the board from the other side
replay-help-pieces = draw fewer or more pieces of each stack
replay-help-quit = leave
replay-key-help = help
replay-key-quit = quit
replay-key-back = back
replay-key-on = on
replay-key-play = play
replay-key-stop = stop
replay-key-curve = curve
replay-key-flip = flip

# Lessons.

learn-commands = Type a move, whole or step by step. Commands: hint, again, back, skip, help, quit.
learn-how = Choose marked squares with the mouse, with the arrow keys and Enter, or type a move. T shows a solution, Q leaves.
learn-task = Task {$number} of {$count}
learn-entered = Entered so far: {$entered}
learn-next = Well done. Enter goes on.
learn-hint = One solution is {$move}.
learn-move-first = Make a move first; hint shows one.
learn-move-first-keys = Make a move first; T shows one.
learn-solved-already = This task is solved: Enter goes on, again shows it once more.
learn-left = Until next time.
learn-key-next = choose, go on
learn-key-hint = hint
learn-key-back = back
learn-key-skip = skip
learn-key-previous = task before
learn-key-rules = rules
learn-key-quit = quit

# The menus.

menu-title = small, deep board games
menu-what = What would you like to play?
menu-parting = Goodbye.
menu-last = Go on
menu-kept = Open a kept game
menu-kept-count = kept: {$count}
menu-kept-which = Which game would you like to go on with?
menu-learn = Learn
menu-learn-what = a lesson that teaches by playing, or the rules to read
menu-learn-which = What would you like to learn?
menu-lesson-what = a lesson with {$count} short tasks
menu-rules-what = all of them, with drawn examples
menu-leave = Leave
menu-leave-what = games are kept
menu-intro = It is your first game of this kind: how would you like to begin?
menu-intro-lesson = A lesson
menu-intro-lesson-what = {$count} short tasks, a few minutes
menu-intro-rules = The rules
menu-intro-rules-what = to read, with drawn examples
menu-intro-play = Straight to the game
menu-intro-play-what = the screen shows what is possible
menu-set-up = Enter begins the game; the other lines change how it is played.
menu-begin = Begin the game
menu-mode = Players
menu-mode-which = Who plays?
menu-mode-computer = you against the computer
menu-mode-computer-what = from a first-timer's opponent to one nobody beats
menu-mode-people = two people
menu-mode-people-what = on one keyboard
menu-mode-computers = the computer against itself
menu-mode-computers-what = to watch
menu-strength = Strength
menu-strength-which = How strong is the computer?
menu-begins = Who begins
menu-begins-which = Who makes the first turn?
menu-begins-toss = a coin toss
menu-begins-toss-what = it is shown how the coin falls
menu-name = Name
menu-name-which = What is the player called? An empty name is fine.
menu-name-long = A name has at most 30 letters.
menu-you = You
menu-rules = Rules
menu-rules-which = Which rules? Choose a set of them, or a single option to change it.
menu-size = Board size
menu-size-which = How many squares along each side?
menu-option-which = Which value?
menu-default = official
menu-pie = Pie rule
menu-pie-which = May the second player change sides after the first turn?
menu-pie-off = no
menu-pie-off-what = everybody keeps their side
menu-pie-on = yes
menu-pie-on-what = which makes it fair to begin
menu-clock = Clock
menu-clock-which = How much time has each player for the game, and how much more for each turn? As in 5m+3s; or none.
menu-clock-none = none
menu-not-offered = "{$text}" is not offered; it is a number from 1 to {$count}, or the beginning of one of the names.
menu-word-back = back
menu-key-take = take it
menu-key-back = back
menu-key-leave = leave
menu-key-point = point
menu-key-number = type a number or a name
