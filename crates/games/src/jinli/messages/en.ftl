summary = Swim and jump with your two koi through a maze of stones that you and your opponent build: score by stopping next to other koi.
option-size = Board size, in squares per side
option-start = Where the koi start: in the corners, or one square diagonally in
option-start-corner = In the corners
option-start-inset = One square in
option-stones = Stones per player
option-target = Points you need to win
option-gift = When you drop your last stone, your opponent must give you one back from the board
option-gift-on = Yes
option-gift-off = No
option-repetition = Threefold repetition is a draw
option-repetition-draw = Yes
option-repetition-off = No
option-turns = Turns until the game is a draw
option-turns-off = No limit
counter-stones = stones
counter-points = points
notice-lift = must lift a stone first
yellow = Yellow
red = Red
reason-points = points
reason-both-blocked = both blocked
ending-points =
    {$reader ->
        [winner] You reached {$target} points first.
       *[other] {$winner} reached {$target} points first.
    }
ending-both-blocked =
    {$reader ->
        [winner] Neither player can move, and you have more points.
        [loser] Neither player can move, and {$winner} has more points.
       *[other] Neither player can move, so the score decides.
    }
goal =
    Be the first to score {$target ->
        [one] 1 point
       *[other] {$target} points
    }: one for each koi that you stop next to.
rule-size = {$value}×{$value} board
rule-start = koi start one square in
rule-stones =
    {$value ->
        [one] 1 stone each
       *[other] {$value} stones each
    }
rule-target =
    {$value ->
        [one] 1 point wins
       *[other] {$value} points win
    }
rule-gift = the last stone comes back
rule-repetition = no draw by repetition
rule-turns = no turn limit
player-greedy = Greedy

# Moves in words, and what they achieve.

step-jump = koi {$from}→{$to} (jump)
step-place = stone to {$to}
step-lift = stone lifted from {$from}
effect-blocks-jump =
    the stone blocks {$opponent}'s jump to {$square}, worth {$points ->
        [one] 1 point
       *[other] {$points} points
    }
effect-blocks-swim =
    the stone blocks {$opponent}'s swim to {$square}, worth {$points ->
        [one] 1 point
       *[other] {$points} points
    }
effect-limits =
    {$after ->
        [0] it keeps {$opponent} from scoring next turn
        [one] {$opponent} can then score at most 1 point instead of {$before}
       *[other] {$opponent} can then score at most {$after} points instead of {$before}
    }
effect-walls-in = it walls in {$opponent}'s koi on {$square}
effect-threatens =
    it threatens to score {$points ->
        [one] 1 point
       *[other] {$points} points
    } on {$square}

# What to do next.

prompt-koi = Pick one of your koi to move.
prompt-koi-target = Choose where the koi swims or jumps.
prompt-drop = Drop a stone on any empty square.
prompt-lift = {$opponent} is out of stones. Lift one from the board for {$opponent}.
prompt-pass = You have no legal turn, so you must pass.

fields = 7 fields (rows, player, two supplies, two scores, turn), plus lift if a stone must be lifted first
field-yellow-supply = Yellow's supply
field-red-supply = Red's supply
field-yellow-score = Yellow's score
field-red-score = Red's score
field-turn = the turn number
field-last = the last field
cells = y, r, o or a number of empty squares

koi-count = {$player} has {$count} koi, but must have 2
too-many-stones = there are {$count} stones on the board and in the supplies, but the game only has {$most}
lift-off = a stone must be lifted first, but the rules have gift=off
lift-no-stone = a stone must be lifted first, but there is none on the board
lift-supply = a stone must be lifted into {$player}'s supply, but that supply isn't empty
must-pass = You have no legal turn, so you must pass with --.
lift-first = You must lift a stone first, and there's none on {$square}. Pick a square with a stone.
lift-useless = If you lift the stone on {$square}, you have no legal turn. Lift another stone.
no-lift = You can't lift the stone on {$square} now. Pick one of your koi.
no-koi = There's no koi on {$square}. Pick one of your koi.
not-your-koi = The koi on {$square} isn't yours. Pick one of your koi.
koi-stuck = The koi on {$square} can't swim or jump. Move your other koi.
occupied = The square {$square} isn't empty. Choose an empty square.
too-far = A koi can't get from {$from} to {$to}. It swims to an adjacent square, or jumps straight over one adjacent stone.
no-stone-between = There's no stone between {$from} and {$to} to jump over. Swim to an adjacent square, or jump over an adjacent stone.

classic-random = plays a random legal turn
classic-greedy = scores as much as it can, and drops stones in your way

# The lesson.

lesson-title = Jin Li: koi and stones
lesson-welcome = Short tasks show you how to swim, jump, score and build with stones. You play Yellow, and every task starts with your turn.
lesson-swim = A koi swims one square in any direction, including diagonally. Then you drop a stone on any empty square. Swim from a1 to b2, and drop your stone wherever you like.
lesson-swim-done = Your koi is on b2, your stone is on the board, and you have nine stones left.
lesson-swim-other = That turn is legal too, but this time swim from a1 to b2, then choose an empty square for the stone.
lesson-jump = A koi can also jump straight over one adjacent stone, if the square right behind it is empty. Jump from a2 over the stone on b3 to c4.
lesson-jump-done = You moved two squares at once. The stone stayed on b3, and after a jump you don't drop a stone.
lesson-jump-other = That was a swim, followed by a stone. To jump, move the koi from a2 over the stone on b3 to c4.
lesson-own = After you move a koi, you score a point for each other koi next to it, and your own second koi counts. Swim from c2 or e2 to a square next to your other koi, such as d2, and drop your stone anywhere.
lesson-own-done = One point: your koi touch. If one of them swims around the other, you score again each time.
lesson-own-other = Your koi are still apart, so you scored nothing. Swim with one of them to d1, d2 or d3.
lesson-theirs = Red's koi count just like your own. Jump from b2 over the stone on c3 to d4, where you touch the red koi on e5.
lesson-theirs-done = You scored a point. Then Red swam from e5 to d5, touched your koi and scored one too: touching works both ways.
lesson-theirs-other = From there you touch no red koi. Jump from b2 to d4, next to e5.
lesson-three = Every koi you touch is a point, so one turn can score one, two or three. Find the square that touches three other koi at once, swim there, and drop your stone anywhere.
lesson-three-done = Three points in one turn: on d4 your koi touches your other koi and both of Red's.
lesson-three-other = That touches fewer than three koi. The square in the middle of all four is d4.
lesson-block = Red wants to jump from f5 over the stone on e4 to d3, and would touch both your koi there. A koi can't land on a stone: swim with either koi, and drop your stone on d3.
lesson-block-done = Your stone on d3 blocks the landing square, so Red can't make the jump and score two points.
lesson-block-other = Here your stone does the work. Swim with either koi to any square except d3, then drop the stone on d3.
lesson-wall = There are stones around the red koi on a7, but it can still jump over the one on b6, because c5 behind it is empty. Swim with either koi, and drop your stone on c5 to wall it in.
lesson-wall-done = The koi on a7 is walled in. Every stone next to it has another stone behind it, so it can't swim or jump.
lesson-wall-other = The koi on a7 can still jump over b6 to c5. Drop your stone on c5.
lesson-pass = The koi on a7 is walled in, and the one on g7 has only one way out: the jump over f6 to e5. A player who can't move must pass. Swim with either koi, and drop your stone on e5.
lesson-pass-done = Red had no move and passed, so it's your turn again. Red keeps passing while both its koi are walled in. If you couldn't move either, the higher score would win.
lesson-pass-other = The koi on g7 can still jump over f6 to e5. Drop your stone on e5, and see what Red does.
lesson-defend = Red has 9 points and needs one more: the jump from c5 over c4 to c3 would touch your koi. You have 8 points. Do two things in one turn: swim to a square on row 1 where your koi still touch, and drop your stone on c3.
lesson-defend-done = You scored your ninth point, and Red couldn't reach c3 or touch anything else. A good turn scores and blocks.
lesson-defend-other = Either Red can still score the tenth point, or you scored nothing yourself. Swim to c1 or d1 so that your koi touch, and drop your stone on c3.
lesson-win = The first player to reach 10 points wins. You have 8, so you need a move that touches two koi. Find it: a stone helps you.
lesson-win-done = Your jump to d3 touched your own koi on e2 and the red one on e4. That makes ten points: you win!
lesson-win-other = That scores fewer than two points. Jump from b3 over the stone on c3, and see what you touch on d3.
lesson-end = You can now swim, jump, score, block and wall in, and you know how to win. Now play a game against level 1.
