# Texts of the rules, of records and of squares, shared by all games. Reasons against a position are clauses, joined by
# semicolons inside the sentence `position`.

shape-ring = ring
shape-ball = ball
shape-knight = knight
shape-koi = koi
shape-stone = stone
shape-disc = disc
shape-arrow = arrow
home = home
centre = centre
square-empty = empty
square-home = {$player}'s home
square-piece = {$player} {$shape}
square-rings = {$count} {$player} rings

reason-no-legal-turn = the opponent has no legal turn
reason-repetition = repetition
reason-quiet-limit = quiet limit
reason-turn-limit = turn limit
reason-resignation = the opponent has resigned
reason-time = the opponent has run out of time
reason-agreement = agreement
reason-abandonment = abandonment
reason-forfeit = forfeit

unknown-game = There is no game "{$game}"; the games are {$games}.
unknown-preset = {$game} has no preset "{$preset}"; its presets are {$presets}, and options are written key=value.
two-presets = Only one preset can be given, not both {$one} and {$other}.
preset-not-first = The preset "{$preset}" must come first, before any option.
no-options = {$game} has no options, so "{$option}" cannot be given.
unknown-option = {$game} has no option "{$option}"; its options are {$options}.
option-twice = The option "{$option}" is given twice.
bad-value = The option "{$option}" cannot be "{$value}"; it can be {$values}.
unknown-term = there is no term {$term}
term-length = {$term} needs so many whole numbers: {$count}
unknown-classic = {$game} has no classic player "{$player}"; it has {$players}.
no-evaluation = The player "{$player}" values no position.

position = The position is impossible: {$because}.
field-count = it needs {$expected}, and has {$found}
rank-count = it needs {$expected} rows separated by slashes, and {$found} were given
rank-length = row {$row} has {$found} squares, and the board has {$expected}
bad-cell = row {$row} has "{$text}" where {$expected} should stand
bad-player = the player to move is "{$text}", and must be one of {$players}
bad-number = {$field} is given as "{$text}", and must be a number from {$from} to {$to}
bad-field = {$field} is given as "{$text}", and must be {$expected}

empty-move = No move was given.
move-too-long = No move is longer than {$most} characters.
bad-character = The character "{$character}" at place {$place} of "{$move}" has no meaning in a move.
not-a-square = "{$text}" at place {$place} of "{$move}" is no square: a square is a letter and a number, such as c3.
no-such-square = The square {$square} in "{$move}" is not on the board, which ends at {$last}.
ambiguous = "{$move}" can be read as {$one} or as {$other}; put a dash between the squares.
half-step = "{$move}" ends in the middle of a step: the square to go to is missing.
unfinished = The turn "{$move}" is not finished: {$next} may follow.
turn-is-complete = The turn is complete with "{$move}", so "{$rest}" cannot follow.
no-pass = Passing with -- is not possible here.
wrong-mark = A turn that begins with "{$mark}" is not possible here; "{$move}" would be.
no-supply = Nothing can be taken from a supply here.
game-over = The game is over ({$reason}).

record-syntax = Line {$line} of the record has "{$text}" where {$expected} should stand.
record-unfinished = The record ends inside {$what} that began on line {$line}.
record-no-game = The record does not name its game: it needs a tag such as [Game "…"].
not-pasted = The text is neither a record, nor moves, nor a position.
record-depth = Line {$line} of the record opens a variation inside more than {$most} others.
study-depth = Variations cannot be inside more than {$most} others.
record-tag = The record's tag {$tag} is refused: {$because}
move-refused = Move {$number} "{$move}" is refused: {$because}

record-part-move = a move
record-part-move-of-variation = a move of the variation
record-part-end = the end of the record
record-part-tag-name = a tag's name
record-part-tag-value = a tag's value in quotes
record-part-tag-close = the closing ] of a tag
record-part-comment = a comment
record-part-variation = a variation
record-part-tag = a tag

# Playing in the terminal. The names of the commands are the same in every language.

bad-clock = The clock cannot be "{$clock}"; it is a time for the whole game and what each turn adds, as in 5m+3s.
result-won = {$name} ({$player}) wins: {$reason}.
result-won-side = {$player} wins: {$reason}.
result-drawn = The game is drawn: {$reason}.

# The menus.

level = level {$level}
preset-official = the rules as they are published

# What a game shows unless it has a text of its own.

white = White
black = Black
fields = 2 fields (rows, player)
cells = the letter of a piece or a number of empty squares
classic-random = any legal move
no-step-at = No step can begin at {$square} now.
no-step-to = No step from {$from} can go to {$to} now.
no-lesson = {$game} has no lesson yet.
