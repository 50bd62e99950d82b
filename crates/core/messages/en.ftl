# Texts of the rules, of records and of squares, shared by all games. Reasons against a position are clauses, joined by
# semicolons inside the sentence `position`.

shape-ring = ring
shape-ball = ball
shape-knight = knight
shape-koi = koi
shape-stone = stone
shape-disc = disc
shape-arrow = arrow
shapes-ring = rings
shapes-ball = balls
shapes-knight = knights
shapes-koi = koi
shapes-stone = stones
shapes-disc = discs
shapes-arrow = arrows
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

unknown-game = "{$game}" isn't a game. Choose from {$games}.
unknown-preset = {$game} has no preset "{$preset}". Use {$presets}, or options written key=value.
two-presets = Use only one preset, not both {$one} and {$other}.
preset-not-first = Put the preset "{$preset}" first, before any options.
no-options = {$game} has no options, so leave out "{$option}".
unknown-option = {$game} has no option "{$option}". Its options are {$options}.
option-twice = The option "{$option}" is set twice. Set it only once.
bad-value = The option "{$option}" can't be "{$value}". Use {$values}.
unknown-classic = {$game} has no classic player "{$player}". Choose from {$players}.
no-evaluation = The player "{$player}" doesn't evaluate positions.

# Clauses that complete the sentence `bad-evaluation-file` of the crate `arena`.

unknown-term = there is no term {$term}
term-length =
    {$term} needs {$count ->
        [one] 1 integer
       *[other] {$count} integers
    }

# Positions, moves and records.

position = The position isn't valid: {$because}.
field-count = it needs {$expected}, but has {$found}
rank-count = it needs {$expected} rows separated by slashes, but has {$found}
rank-length =
    row {$row} has {$found ->
        [one] 1 square
       *[other] {$found} squares
    }, but the board has {$expected}
bad-cell = row {$row} has "{$text}" instead of {$expected}
bad-player = the player to move must be one of {$players}, not "{$text}"
bad-number = {$field} must be a number from {$from} to {$to}, not "{$text}"
bad-field = {$field} must be {$expected}, not "{$text}"

empty-move = The move is empty.
move-too-long = A move can't be longer than {$most} characters.
bad-character = "{$character}" can't be part of a move (character {$place} of "{$move}").
not-a-square = "{$text}" isn't a square. Try c3.
no-such-square = {$square} in "{$move}" is off the board. The last square is {$last}.
ambiguous = "{$move}" can mean {$one} or {$other}. Put a dash between the squares.
half-step = "{$move}" stops in the middle of a step. Add the square to go to.
unfinished = The turn "{$move}" isn't complete. It can continue with {$next}.
turn-is-complete = The turn is complete with "{$move}". Leave out "{$rest}".
no-pass = You can't pass (--) here.
wrong-mark = A turn can't start with "{$mark}" here. Try "{$move}".
no-supply = You can't use the supply here.
game-over = The game is over ({$reason}).

record-syntax = Line {$line} of the record has "{$text}" instead of {$expected}.
record-unfinished = The record ends inside {$what} that starts on line {$line}.
record-no-game = The record doesn't name its game. Add a tag such as [Game "…"].
record-depth = Line {$line} of the record nests variations more than {$most} deep.
study-depth = Variations can't be nested more than {$most} deep.
record-tag = The record's tag {$tag} isn't valid: {$because}
move-refused = Move {$number} "{$move}" isn't possible: {$because}

record-part-move = a move
record-part-move-of-variation = a move in the variation
record-part-end = the end of the record
record-part-tag-name = a tag name
record-part-tag-value = a tag value in quotes
record-part-tag-close = the closing ] of a tag
record-part-comment = a comment
record-part-variation = a variation
record-part-tag = a tag

# Results and time controls.

bad-clock = "{$clock}" isn't a time control. Give each player's time and the increment per turn, as in 5m+3s.

# The end of a game. `reader` says whom the sentence addresses: the winner, the loser, both after a draw, or nobody.

ending-won =
    {$reader ->
        [winner] You won
        [loser] You lost
       *[other] {$name} ({$player}) won
    }
ending-side-won = {$player} won
ending-draw = Draw
ending-no-legal-turn =
    {$reader ->
        [loser] You had no legal turn.
       *[other] {$loser} had no legal turn.
    }
ending-repetition = The same position occurred for the third time.
ending-quiet-limit = Too many turns in a row passed without a capture.
ending-turn-limit = The game reached its turn limit.
ending-resignation =
    {$reader ->
        [loser] You resigned.
       *[other] {$loser} resigned.
    }
ending-time =
    {$reader ->
        [loser] You ran out of time.
       *[other] {$loser} ran out of time.
    }
ending-agreement = The players agreed on the result.
ending-abandonment =
    {$reader ->
        [loser] You left the game.
       *[other] {$loser} left the game.
    }
ending-forfeit =
    {$reader ->
        [loser] You forfeited the game.
       *[other] {$loser} forfeited the game.
    }

# Moves in words, and what they achieve. A step is a short phrase, an effect a clause that completes a sentence.

step-move = {$piece} {$from}→{$to}
step-go = {$from}→{$to}
step-place = {$piece} to {$to}
step-remove = {$piece} off {$from}
step-choose = square {$to}
step-pass = pass
effect-wins = it wins the game
effect-scores =
    it scores {$points ->
        [one] 1 point
       *[other] {$points} points
    }

# Players and presets.

player-you = You
level = Level {$level}
player-engine = Engine
player-mcts = Monte Carlo engine
player-random = Random mover
preset-official-name = Official
preset-official = The rules as published

# What a game shows unless it has a text of its own.

white = White
black = Black
fields = 2 fields (rows, player)
cells = the letter of a piece or a number of empty squares
classic-random = any legal move
no-step-at = No step can begin at {$square} now.
no-step-to = No step from {$from} can go to {$to} now.
no-lesson = {$game} has no lesson yet.
