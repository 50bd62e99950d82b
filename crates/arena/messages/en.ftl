engine-failed = The engine {$engine} has failed: {$why}.
engine-ended = it has ended
engine-silent = it does not answer
engine-move = The engine {$engine} answered "{$move}", which is not legal.
engine-no-move = The engine {$engine} answered that it has no move.
engine-option = The engine {$engine} has no option "{$option}".
uci-command = Unknown command: "{$command}"; there are uci, isready, setoption, ucinewgame, position, go, stop, ponderhit, d, debug and quit.
uci-line = No line is longer than {$most} characters.
uci-position = After position comes startpos or fen TEXT, and then, if any, moves and the moves.
uci-option = No such option: "{$option}"; there are {$options}.
uci-limit = A search has no limit "{$limit}".
uci-rules-later = The option Rules is kept for another game, and {$game} is played by its official rules: {$because}
opening-refused = The opening in line {$line} is refused: {$because}
no-openings = The file has no opening; a line is an opening, as moves separated by spaces.
openings-too-long = No game lasted {$plies} moves in {$tries} tries; choose shorter openings.
not-of-match = Game {$number} of the file is not one of this match; save to another file, or go on with the same players, rules, openings and seed.
bad-sample = Line {$line} of the positions is not a position of these rules, an expected score and a result, separated by semicolons.
bad-weights = The weights {$file} cannot be used: {$because}.
weights-unreadable = {$why}

# What the system says of files.

io-not-found = there is no such file or folder
io-denied = the system does not allow it
io-exists = it exists already
io-folder = it is a folder
io-no-folder = a part of the path is no folder
io-no-text = it is no text
io-in-use = another program uses it
io-full = there is no room left
