# Texts of the command line, the menus and the screens.

to-move = to move
stack-height = = rings in the stack

uci-connection-lost = The UCI connection was lost: {$why}.
too-few-players = A match needs --first and --second. A tournament needs at least two players after --players.
player-twice = {$player} is listed twice. List each player once.
bad-plies = "{$plies}" isn't a valid number of opening plies. Use 0 to 100, as in random:4.
openings-unreadable = Can't read the openings {$file}: {$why}. Use a file or random:PLIES.
other-puzzle-search = "{$file}" belongs to a different search. Save to another file, or use the same game, rules, turns and seed.

no-game-or-file = "{$text}" isn't a game or a file. The games are {$games}.
file-unreadable = Can't read {$file}: {$why}.
file-not-text = {$file} isn't a text file, so it can't contain game records.
file-unwritable = Can't write {$file}: {$why}.
bad-address = "{$address}" isn't a valid address. Use HOST:PORT, as in 127.0.0.1:8080.
not-served = Can't start the server at {$address}: {$why}.
store-unusable = The server can't use its data: {$why}.
bus-unusable = The server can't use the bus: {$why}.
server-settings = Can't use the settings: {$why}.
bad-set = "--set {$text}" isn't valid. Use NAME=VALUE, as in grace=2m.
server-store = Can't access the server's data: {$why}.
backup-written = Saved a backup to {$file}.
account-closed = Closed the account {$name}.
copy-progress =
    {$done} of {$all ->
        [one] 1 row
       *[other] {$all} rows
    }, {$left} left
copied =
    Copied {$games ->
        [one] 1 game
       *[other] {$games} games
    } and {$players ->
        [one] 1 player
       *[other] {$players} players
    }. The copy was compared with the source.
serve-at = Sanban is running at {$address}
serve-end = Press Ctrl-C to stop.
site-written = Wrote the page to {$folder}.
output-failed = Can't write the output: {$why}.
no-randomness = The system can't provide random numbers: {$why}.
game-of-file = Game {$number} in {$file} isn't valid: {$because}
no-game-number =
    There's no game {$number} in {$file}, which has {$count ->
        [one] only 1 game
       *[other] only {$count} games
    }.
only-for-position = {$option} works only with a game, not with a record such as {$file}.
only-for-record = {$option} works only with a record file, not with a game such as {$game}.

# Workers.

no-bus = Can't use the bus {$bus}: {$why}.
no-runtime = The system can't provide threads or signals: {$why}.
no-workers = No worker is connected to the bus. Start one with sanban worker --bus.
other-engines = The workers run another version of the search. Update them or this program.
unequal-speeds = Players that think by time need workers of the same speed, but theirs are {$speeds} nodes per second. Limit the players by nodes, or stop the slow workers.
job-failed = A worker can't play the games: {$why}
worker-connected =
    Connected. Running up to {$threads ->
        [one] 1 job
       *[other] {$threads} jobs
    } at a time, at {$speed} nodes per second. Press Ctrl-C to stop.
worker-disconnected = Lost the connection to the bus. Trying to connect again.
worker-connected-again = Connected again.
worker-draining =
    Stopping. {$jobs ->
        [0] No job is running.
        [one] Handing 1 job back.
       *[other] Handing {$jobs} jobs back.
    }
worker-unknown-task = this worker doesn't know tasks of the kind "{$kind}"
match-workers-gone = No worker is connected any more. Waiting for one; Ctrl-C stops with the results so far.
match-workers-back = A worker is connected again.

# A command line that cannot be read. Arguments are written as the help writes them: <GAME>, --seed <N>.

line-command = Unknown command "{$command}". Run sanban --help to list the commands.
line-command-near = Unknown command "{$command}". Did you mean {$near}?
line-no-command = A command is missing. Use {$commands}.
line-option = Unknown option "{$option}". Use --help to list the options.
line-option-near = Unknown option "{$option}". Did you mean {$near}?
line-word = Unexpected argument "{$word}". Use --help to see what's possible.
line-missing = Missing {$arguments}. Usage: {$usage}.
line-twice = {$argument} can be used only once.
line-conflict = {$argument} can't be used with {$others}.
no-such-colour = {$game} has no {$option}. Use {$options}, or --first and --second.
line-value = {$argument} can't be "{$value}". Use {$expected}.
line-value-of = {$argument} can't be "{$value}". Choose from {$values}.
line-no-value = {$argument} needs a value.
line-no-value-of = {$argument} needs a value. Choose from {$values}.
line-value-too-many = {$argument} doesn't take the value "{$value}". Use --help to see how to write it.
line-values-too-few =
    {$argument} needs at least {$least ->
        [one] 1 value
       *[other] {$least} values
    }, but has {$count}.
line-values-count =
    {$argument} needs {$expected ->
        [one] 1 value
       *[other] {$expected} values
    }, but has {$count}.
line-equals = {$argument} needs an equals sign before its value.
line-not-text = An argument isn't valid UTF-8 text.
line-unclear = Sanban can't read the command line. Use --help to see what's possible.
expected-number = a whole number from {$from} to {$to}
expected-number-from = a whole number from {$from} up
expected-number-any = a whole number that isn't negative or too large
expected-duration = a duration such as 100ms, 20s or 5m
expected-turns = a number of turns from 1 to {$to}, or a range such as 2-4
expected-sprt = two Elo differences, the smaller first, such as 0,10
expected-other = a value described in --help

# The list of games.

games-players = players:
games-options = options:
games-presets = presets:
games-classics = classics:
games-evaluations = evaluations:
games-network = with the official rules, and the default there
games-option = {$meaning} (default {$default})
games-default = default

# Matches, tournaments, tuning and puzzles. Tables have their columns in one line, separated by bars.

match-stronger = at least {$elo} Elo stronger
match-no-stronger = at most {$elo} Elo stronger
match-undecided = undecided
match-columns = player|elo|points
ladder-columns = player|against|score|share
ladder-ranking = player|Elo
tuning-positions = positions: {$count}
tuning-loss = loss: {$before} before, {$after} after
perft-progress =
    Counted {$done} of {$all ->
        [one] 1 first move
       *[other] {$all} first moves
    }
game-forfeited = Game {$number} was forfeited. {$why}
puzzles-found =
    {$count} of {$target ->
        [one] 1 puzzle
       *[other] {$target} puzzles
    } found in {$games ->
        [one] 1 game
       *[other] {$games} games
    }
puzzles-games =
    {$count ->
        [one] 1 game
       *[other] {$count} games
    }
puzzles-turns = win in {$turns}: {$count}
selfplay-complete =
    The file has {$count ->
        [one] 1 position
       *[other] {$count} positions
    }.
selfplay-incomplete =
    The file has {$count} of {$target ->
        [one] 1 position
       *[other] {$target} positions
    }. Run the command again to continue.
tuning-incomplete =
    Collected {$count} of {$target ->
        [one] 1 position
       *[other] {$target} positions
    }. Run the command again to continue.
progress-games =
    {$done} of {$all ->
        [one] 1 game
       *[other] {$all} games
    }, {$message} ({$left} left)
progress-moves =
    {$done} of {$all ->
        [one] 1 move
       *[other] {$all} moves
    }, {$message} ({$left} left)
progress-positions =
    {$done} of {$all ->
        [one] 1 position
       *[other] {$all} positions
    } ({$left} left)
progress-puzzles =
    {$done} of {$all ->
        [one] 1 puzzle
       *[other] {$all} puzzles
    }, {$message} ({$left} left)
progress-rounds =
    {$done} of {$all ->
        [one] 1 round
       *[other] {$all} rounds
    } ({$left} left)

# Analysis. Scores in sentences about a move are those of the player who made it. A score such as +0.35 and a number of
# turns are arguments too.

analysis-position = {$game}: {$player} to move
analysis-forced = forced: the only legal move
analysis-depth = depth {$depth}
analysis-footer = {$nodes} nodes in {$seconds} s, {$speed} nodes/s
analysis-stop-hint = press Ctrl-C to stop
analysis-game-of = game {$number} of {$count}
analysis-columns = number|player|move|eval for {$player}|rating|better
analysis-no-moves = The record has no moves.
analysis-interrupted =
    Interrupted: {$rated} of {$moves ->
        [one] 1 move
       *[other] {$moves} moves
    } rated, starting from the end.
analysis-turning-points = turning points:
analysis-no-turning-points = turning points: none
analysis-accuracy = accuracy: {$accuracies}
analysis-accuracy-of = {$player} {$percent} %
analysis-curve = evaluation curve (high is good for {$player}):
analysis-curve-digits = evaluation curve (expected score of {$player} in tenths, 0 to 9):
analysis-moves = moves
analysis-even = even
analysis-wins-all = {$player} wins

# Playing in the terminal. The names of the commands are the same in every language.

no-game = Choose a game: {$games}.
no-data-folder = There's no folder for saved games. Set the variable SANBAN_DATA to one.
crashed = Sanban has crashed; the error is above. Your game is saved.
file-exists = {$file} already contains something else. Choose another name.
program-in-file = This file wants to run the program "{$program}". To allow it, name the program with --first or --second.
evaluation-in-file = This file wants to read the evaluation "{$file}". To allow it, name the player with --first or --second.
no-saved-games = You have no saved games yet.
no-such-saved-game = There's no saved game "{$id}". The latest are {$some}.
saved-turns =
    {$count ->
        [one] 1 turn so far
       *[other] {$count} turns so far
    }
play-between = {$first} against {$second}
play-toss =
    {$reader ->
        [first] Coin toss: you move first, as {$player}.
       *[other] Coin toss: {$name} moves first, as {$player}.
    }
play-instructions = Type a move, help or quit.
play-prompt-over = game over
play-plays = {$name}: {$move}
play-over = What next? Type rematch (sides swapped), review or quit.
play-over-next = What next? Type rematch (sides swapped), next ({$level}), review or quit.
play-not-over = The game isn't over yet.
play-no-next-level = There is no next level. Type rematch to play again.
play-no-hints = There are no hints in games between two people.
play-hint-more = Type hint again to see more.
play-continue-with = You can continue with: {$next}
play-can-end = Enter ends your turn.
play-can-pass = Enter passes.
play-losing = These squares lose at once: {$squares}.
play-can-swap = You can swap sides now: type change. To keep your side, type a move.
play-sides-swapped = The sides are swapped.
play-not-complete = Your turn isn't complete yet. Choose the next square.
play-empty = Type a move or help.
unknown-command = "{$word}" isn't a move or a command. Type help for a list.
play-no-argument = Type {$command} on its own.
play-nothing-to-undo = There is nothing to undo.
play-nothing-to-redo = There is nothing to redo.
play-nothing-to-take-back = You haven't made a step in this turn.
play-over-already = The game is over. Undo takes back the last turn.
play-save-needs-name = Add a file name, as in save game.txt.
play-saved = Saved to {$file}.
game-saved = Saved. Resume with: sanban play --resume {$id}
game-saved-finished = Saved as {$id}.
game-not-saved = {$why} You can play on, but this game isn't saved.
game-saved-separately = {$id} was continued elsewhere, so this game is saved separately.
play-help = Type a move, whole or step by step. Commands:
play-help-help = list the commands
play-help-moves = list the legal moves, or how your turn can continue
play-help-hint = get a hint in stages: which piece, which move, why
play-help-undo = take back your last turn
play-help-redo = redo a turn that you took back
play-help-back = take back the last step of this turn
play-help-done = end a turn that could continue
play-help-save = save the game to a file
play-help-position = show the position as text
play-help-rules = show the rules
play-help-board = show the board again
play-help-resign = resign the game
play-help-rematch = after the game: play again with the sides swapped
play-help-next = after the game: play against the next level
play-help-review = after the game: go through it move by move
play-help-quit = quit; the game is saved

# The screen.

screen-too-small = The window is {$columns}x{$lines}, but Sanban needs at least {$least-columns}x{$least-lines}. Make it larger, or press Ctrl-C and use --plain.
screen-next-step = {$entered} ... {$next} Esc: back
screen-thinking = {$name} is thinking, {$seconds} s
screen-searching-hint = Looking for a hint, {$seconds} s
screen-moves-next = {$name} moves next.
screen-paused = Paused. Space: resume, N: one move
screen-not-your-turn = It isn't your turn. Space makes the computer move now.
screen-instructions = Choose a square with the arrow keys and Enter, click it, or type a move.
screen-no-step = You haven't made a step in this turn. U: undo a turn, Q: quit
screen-no-such-key = That key does nothing here. Press ? for help.
screen-evaluation = {$player}: {$score}
screen-delay = delay between moves: {$seconds} s
screen-delay-paused = paused; delay between moves: {$seconds} s
screen-rules-of = Rules of {$game}
screen-page-scroll-keys = Arrow keys, Space: scroll. Any other key: close
screen-page-close-keys = Press any key to close.
screen-resign = Resign? (y/N)
screen-resign-as = Resign as {$name}? (y/N)
screen-pie-title = Swap sides?
screen-pie = You can swap sides now and continue with the other colour. Swap? (y/n)
screen-save = Save to which file? Enter: save, Esc: cancel
screen-save-needs-name = The file needs a name.
screen-help-title = Keys
screen-help = Enter a turn step by step: choose marked squares until the turn is complete. Command keys are shown as capitals. Lowercase works too, unless the letter is a column of the board.
screen-help-move = move the cursor; Tab jumps to the next marked square
screen-help-enter = choose the square, or end a turn that can end
screen-help-escape = take back a step of this turn
screen-help-type = type a move, whole or in steps, then press Enter
screen-help-undo = undo or redo your last turn
screen-help-hint = hint in stages: which piece, which move, why
screen-help-evaluation = show or hide the evaluation
screen-help-flip = flip the board
screen-help-pieces = show fewer or more pieces of each stack
screen-help-save = save the game to a file
screen-help-over = after the game: rematch with sides swapped, next level, review
screen-help-resign = resign
screen-help-rules = show the rules
screen-help-space = make the computer move now; pause a computer game
screen-help-step = play one move of a computer game
screen-help-delay = longer or shorter delay in a computer game
screen-help-quit = quit; the game is saved
screen-help-signs = On the board, [ ] is the cursor, and a dot or brackets mark what you can choose. ( ) marks what you have chosen, ! ! the engine's hint, and small dots the last turn. The mouse works too: click squares, the supply in a player's line, and these keys.
screen-key-help = help
screen-key-space = Space
screen-key-quit = quit
screen-key-rematch = rematch
screen-key-next-level = next level
screen-key-review = review
screen-hint-more = T: more
screen-your-turn = Your turn.
screen-key-undo = undo
screen-key-redo = redo
screen-key-hint = hint
screen-key-evaluation = evaluation
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

replay-start = Start
replay-jump = Press Enter to go to move {$number}
replay-no-such-move = There's no move {$number}. The last one is {$most}.
replay-help-step = previous move, next move
replay-help-ends = go to the start, go to the end
replay-help-ten = ten moves back, ten moves forward
replay-help-play = start or stop playing the moves automatically
replay-help-delay = slower, faster
replay-help-jump = go to a move by its number
replay-help-curve = show or hide the evaluation curve; high is good for the first player
replay-help-flip = flip the board
replay-help-pieces = show fewer or more pieces of each stack
replay-help-quit = quit
replay-key-help = help
replay-key-quit = quit
replay-key-back = back
replay-key-next = next
replay-key-play = play
replay-key-stop = stop
replay-key-curve = curve
replay-key-flip = flip

# Lessons.

learn-commands = Type a move, whole or step by step. Commands: hint, again, back, skip, help, quit.
learn-instructions = Choose marked squares with the mouse or with the arrow keys and Enter, or type a move. T: solution, Q: quit
learn-task = Task {$number} of {$count}
learn-entered = So far: {$entered}
learn-next = Well done. Press Enter to continue.
learn-hint = One solution is {$move}.
learn-move-first = Make a move first. Type hint to see one.
learn-move-first-keys = Make a move first. Press T to see one.
learn-solved-already = You have solved this task. Press Enter to continue, or type again to repeat it.
learn-goodbye = See you next time.
learn-key-next = choose, next
learn-key-hint = hint
learn-key-back = back
learn-key-skip = skip
learn-key-previous = previous
learn-key-rules = rules
learn-key-quit = quit

# The menus.

menu-title = small, deep board games
menu-question = What would you like to play?
menu-goodbye = Goodbye.
menu-resume = Continue
menu-saved = Saved games
menu-saved-count =
    {$count ->
        [one] 1 game
       *[other] {$count} games
    }
menu-saved-question = Which game would you like to open?
menu-learn = Learn
menu-learn-description = take a lesson, or read the rules
menu-learn-question = What would you like to learn?
menu-lesson-description = a lesson with {$count} short tasks
menu-rules-description = the full rules, with drawn examples
menu-quit = Quit
menu-quit-description = your games are saved
menu-intro = New to this game? Choose how to start.
menu-intro-lesson = Take a lesson
menu-intro-lesson-description = {$count} short tasks, a few minutes
menu-intro-rules = Read the rules
menu-intro-rules-description = with drawn examples
menu-intro-play = Play now
menu-intro-play-description = the screen shows what you can do
menu-instructions = Press Enter to start, or choose a line to change it.
menu-start = Start the game
menu-mode = Players
menu-mode-question = Who plays?
menu-mode-computer = you against the computer
menu-mode-computer-description = from beginner level to very strong
menu-mode-people = two people
menu-mode-people-description = on this keyboard
menu-mode-computers = the computer against itself
menu-mode-computers-description = you watch
menu-strength = Strength
menu-strength-question = How strong should the computer be?
menu-first-move = First move
menu-first-move-question = Who moves first?
menu-coin-toss = coin toss
menu-coin-toss-description = Sanban tosses a coin and shows the result
menu-name = Name
menu-name-question = What is the player's name? You can leave it empty.
menu-name-too-long = A name can have at most 30 characters.
menu-you = You
menu-rules = Rules
menu-rules-question = Choose a preset, or an option to change.
menu-size = Board size
menu-size-question = How many squares on each side?
menu-option-question = Choose a value.
menu-default = default
menu-pie = Pie rule
menu-pie-question = Can the second player swap sides after the first turn?
menu-pie-off = no
menu-pie-off-description = both players keep their sides
menu-pie-on = yes
menu-pie-on-description = this makes the first move fair
menu-clock = Time control
menu-clock-question = How much time does each player get, and how much is added each turn? For example 5m+3s, or none.
menu-clock-none = none
menu-not-offered = "{$text}" isn't one of the choices. Type a number from 1 to {$count}, or the start of a name.
menu-back = back
menu-key-choose = choose
menu-key-back = back
menu-key-quit = quit
menu-key-move = move
menu-key-number = number

# Saved games, tosses and keys of the menus.

colour-begins = In {$game}, no toss can decide which colour begins. Leave out --toss-colour.
play-toss-colour = Coin toss: {$player} begins.
saved-bad-name = Use letters, digits, - and _ in the name.
saved-name-taken = There's already a saved game "{$id}".
menu-game-question = Which game?
menu-replay = Replay
menu-replay-description = step through the moves
menu-resume-description = play on where you stopped
menu-analyse = Analyse
menu-analyse-description = the moves with the engine's evaluations
menu-rename = Rename
menu-rename-description = give the game another name
menu-rename-question = What should the game be called?
menu-delete = Delete
menu-delete-description = you can't undo this
menu-delete-question = Delete {$id}? You can't undo this.
menu-delete-no = Keep it
menu-delete-yes = Delete it
menu-wins = you won {$won} of {$played}
menu-first-colour = First colour
menu-first-colour-question = Which colour begins?
menu-key-help = help
menu-help-move = move
menu-help-choose = choose
menu-help-number = choose by number
menu-help-back = go back
menu-help-exit = quit
learn-key-help = help

# Puzzles.

puzzle-title = Puzzles of {$game}
puzzle-welcome = Find the win. Sanban plays the best defence, and takes a move back that doesn't win in time.
puzzle-end = You have reached the last puzzle.
puzzle-heading = Puzzle {$number} of {$count}, difficulty {$grade} of {$most}
puzzle-goal =
    {$turns ->
        [one] {$player} to move: win this turn.
       *[other] {$player} to move: win in {$turns} turns.
    }
puzzle-solved = Solved.
puzzle-wrong = {$move} isn't the solution.
puzzle-slow = {$move} doesn't win in time.
menu-puzzles = Puzzles
menu-puzzles-description = find the win
menu-puzzles-solved = {$solved} of {$count} solved
