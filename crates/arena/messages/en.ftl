engine-failed = The engine {$engine} failed: {$why}.
engine-ended = it exited
engine-silent = it doesn't answer
engine-move = The engine {$engine} played "{$move}", which isn't legal.
engine-no-move = The engine {$engine} answered that it has no move.
engine-option = The engine {$engine} has no option "{$option}".
uci-command = Unknown command: "{$command}". Use uci, isready, setoption, ucinewgame, position, go, stop, ponderhit, d, debug or quit.
uci-line = A line can't be longer than {$most} characters.
uci-position = After position, write startpos or fen TEXT, then optionally moves and a list of moves.
uci-option = There's no option "{$option}". The options are {$options}.
uci-limit = There's no search limit "{$limit}".
uci-rules-later = The option Rules doesn't fit {$game}, which uses its official rules for now: {$because}
opening-refused = The opening on line {$line} isn't valid: {$because}
no-openings = The file has no openings. Write one per line, as moves separated by spaces.
openings-too-long =
    No game lasted {$plies ->
        [one] 1 move
       *[other] {$plies} moves
    } in {$tries ->
        [one] 1 attempt
       *[other] {$tries} attempts
    }. Choose shorter openings.
not-of-match = Game {$number} in the file isn't part of this match. Save to another file, or use the same players, rules, openings and seed.
remote-program = {$player} can't play on workers, since they don't start other programs. Play without --bus.
remote-file = {$player} can't play on workers, since they don't read files. Use one of the game's own evaluations, or play without --bus.
remote-threads = {$player} can't play on workers, where every player has one thread. Leave threads out.
remote-hash =
    {$player} can't play on workers, where a player has at most {$most ->
        [one] 1 MiB
       *[other] {$most} MiB
    } of memory. Choose a smaller hash.
bad-task = The task doesn't describe games that can be played.
bad-training-games = A worker has sent training games that aren't valid. Update the workers.
bad-sample = Line {$line} of the positions isn't valid. It needs a position of these rules, an expected score and a result, separated by semicolons.
bad-evaluation-file = Can't use the evaluation {$file}: {$because}.
evaluation-unreadable = Can't read the evaluation {$file}: {$why}.
no-network = There is no network for {$game} with these rules. Leave out eval=network.
needs-weights = Tuning needs weights to start from, not a network.
no-inputs = {$game} describes no inputs of a network under these rules.
other-positions = the file has positions of other games or settings. Use the same command as before, or another file.
damaged-positions = part {$chunk} of the file is damaged. Delete the file to start again.

# What the system says of files.

io-not-found = there's no such file or folder
io-denied = permission denied
io-exists = it already exists
io-folder = it is a folder
io-no-folder = part of the path isn't a folder
io-no-text = it isn't a text file
io-in-use = another program is using it
io-full = the disk is full
