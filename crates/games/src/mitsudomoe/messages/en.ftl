summary = Lay rings as a road for your three balls, vault over other balls, and be the first to fill your opponent's corner.
option-size = Board size, in squares per side
option-goal-lock = Balls stay on goal squares once they get there
option-goal-lock-on = Yes
option-goal-lock-off = No
option-passive-loss = You lose if your home is full of balls after your turn
option-passive-loss-on = Yes
option-passive-loss-off = No
option-turn = Steps in a turn: a ring and then a ball, or at least one of them
option-turn-both = Ring and ball
option-turn-either = Ring, ball or both
option-repetition = Threefold repetition is a draw
option-repetition-draw = Yes
option-repetition-off = No
option-turns = Turns until the game is a draw
option-turns-off = No limit
preset-open = Balls can leave the goal, and a full home doesn't lose
preset-flex = A turn can be just a ring step or just a ball step, and a full home doesn't lose
counter-rings = rings in supply
counter-goal = balls at the goal
white = White
black = Black
reason-goal-squares-filled = goal squares filled
reason-home-full = home full
ending-goal-squares-filled =
    {$reader ->
        [winner] All your balls reached their goal squares.
       *[other] All of {$winner}'s balls reached their goal squares.
    }
ending-home-full =
    {$reader ->
        [loser] Your home was full at the end of your turn.
       *[other] {$loser}'s home was full at the end of {$loser}'s turn.
    }
goal =
    {$passive-loss ->
        [on] Bring your three balls to your opponent's home. If your own home is full after your turn, you lose.
       *[off] Bring your three balls to your opponent's home.
    }
rule-size = {$value}×{$value} board
rule-goal-lock = balls may leave the goal
rule-passive-loss = a full home doesn't lose
rule-turn = ring, ball or both in a turn
rule-repetition = no draw by repetition
rule-turns = no turn limit
preset-open-name = Open
preset-flex-name = Flexible turns
player-easy = Easy
player-medium = Medium
player-hard = Hard
player-smart = Smart

# Moves in words, and what they achieve.

step-place = ring to {$to}
step-ring = ring {$from}→{$to}
step-ball = ball {$from}→{$to}
step-vault = ball {$from}→{$to} (vault)
step-relocate = {$opponent}'s ball {$from}→{$to}
effect-reaches-goal = it brings a ball to the goal square {$square}
effect-sends-back = it sends {$opponent}'s ball from {$from} back to {$to}
effect-blocks-ball = the ring takes {$square} away from {$opponent}'s ball on {$ball}
effect-advances =
    it brings a ball {$count ->
        [one] 1 step
       *[other] {$count} steps
    } closer to the goal
effect-frees-home = it takes a ball out of your home

# What to do next.

prompt-ring = Place a ring from your supply, or pick one of your rings to move.
prompt-move-ring = Your supply is empty. Pick one of your free rings to move.
prompt-ring-or-ball = Place a ring from your supply, or pick one of your rings or balls to move.
prompt-move-ring-or-ball = Your supply is empty. Pick one of your free rings or balls to move.
prompt-place = Choose a square for the new ring.
prompt-ring-target = Choose a new square for the ring.
prompt-ball = Now move a ball: pick one of yours.
prompt-ball-or-end = Now move a ball, or end your turn.
prompt-ball-target = Choose where the ball goes.
prompt-relocate = You vaulted over {$opponent}. Pick a ball that you vaulted over.
prompt-relocate-target = Choose a new square for {$opponent}'s ball.

fields = 5 fields (rows, player, White's supply, Black's supply, turn)
field-white-supply = White's supply
field-black-supply = Black's supply
field-turn = the turn number
cells = x, a run such as x3, or a stack such as wbW

ball-count = {$player} has {$count ->
        [one] 1 ball
       *[other] {$count} balls
    }, but must have 3
ring-count = {$player} has {$count ->
        [one] 1 ring
       *[other] {$count} rings
    } on the board and in the supply, but must have 8
ball-off-ring = the ball on {$square} isn't on a ring of its colour
supply-empty = Your supply is empty. Move one of your free rings instead.
supply-useless = If you place a ring, none of your balls can move. Move one of your free rings instead.
ring-first = A turn starts with a ring. Place or move a ring before you move the ball on {$square}.
no-ring = There's no ring on {$square}. Place one (@) or move a free one.
not-your-ring = The top ring on {$square} isn't yours. Place a ring (@) or move a free one.
ring-covered = Your ring on {$square} is covered by another ring. Place a ring (@) or move a free one.
ring-under-ball = The ring on {$square} is under a ball. Place a ring (@) or move a free one.
ring-useless = If you move the ring from {$square}, none of your balls can move. Use another ring.
same-square = A ring can't go back to {$square}, where it came from. Choose another square.
square-has-ball = There's a ball on {$square}. Choose a square without a ball.
no-ball-step-after = If you put the ring on {$square}, none of your balls can move. Choose another square.
no-ball = There's no ball on {$square}. Pick one of your balls.
not-your-ball = The ball on {$square} isn't yours. Pick one of your balls.
ball-at-goal = The ball on {$square} has reached its goal and stays there. Pick another ball.
ball-stuck = The ball on {$square} can't move. It needs a square with your ring on top, either next to it or right behind balls in a straight line.
not-a-ball-step = A ball can't get from {$from} to {$to}. It moves to an adjacent square, or vaults over balls in a straight line.
no-ring-to-stand-on = There's no ring on {$square}. Your ball needs a square with your ring on top.
not-on-your-ring = The top ring on {$square} isn't yours. Your ball needs a square with your ring on top.
vault-over-goal = You can't vault over the ball on {$square}: it has reached its goal and stays there.
no-relocation = You can't vault from {$from} to {$to}: a ball that you vault over would have nowhere to go.
not-vaulted = You can't relocate the ball on {$square}. Pick a ball that you vaulted over: {$vaulted}.
not-on-its-ring = You can't relocate the ball to {$square}. Choose a square with a ring of the ball's colour on top.

classic-easy = runs ahead, but just misses its best step
classic-medium = lays rings like easy, and moves balls like hard
classic-hard = plays the ring and the ball that get it furthest in one turn
classic-random = plays a random legal turn that doesn't lose at once
classic-smart = tries to get balls close to their goals, one turn ahead

# The lesson.

lesson-title = Mitsudomoe: rings and balls
lesson-welcome = You play White. Bring your three balls from your home (a1, a2, b1) to the opposite corner (e5, d5, e4).
lesson-place = A turn has two steps: first a ring, then a ball. Place a ring from your supply on b2, then move one of your balls onto it.
lesson-place-done = That was a whole turn: you placed a ring and moved a ball onto it. Then Black did the same on the other side.
lesson-place-other = That turn is legal too, but this time place the ring on b2, then move a ball from a1, a2 or b1 onto it.
lesson-move = Instead of placing a new ring, you can move one of your rings that has nothing on top, as far as you like. Move the ring on a1 to c3, then move the ball from b2 to c3.
lesson-move-done = The old ring is useful again at the front, and you saved the rings in your supply for later.
lesson-move-other = Not quite. Move the free ring on a1 to c3, then move the ball from b2 onto it.
lesson-step = Your ball can move onto any of your rings next to it, not only onto the one you just placed. Make any ring step that leaves your ring on b2 free, for example place a ring on d3 for later. Then move the ball from a2 or b1 to b2.
lesson-step-done = Ring and ball don't have to go to the same place: one step can prepare your next turn.
lesson-step-other = This time, bring out one of your two balls at home: after your ring step, move the ball from a2 or b1 to b2.
lesson-cover = You can stack rings, and only the top ring counts: it says whose square it is. Black's rings on e5 and e4 have no ball on them. Put one of your rings on top of one of them, and move there from d4.
lesson-cover-done = Your first ball is on a goal square. It stays there for good, and Black can't vault over it.
lesson-cover-other = Your ball on d4 can reach the goal now. Put a ring on top of Black's ring on e5 or e4, and move the ball from d4 there.
lesson-stack = Your supply is empty, so you must move a ring, and only the top ring of a stack can move. Move the top ring of the stack on c3 onto Black's ring on e4, then move the ball from d4 there.
lesson-stack-done = The ring below is yours too, so c3 is still your square. If it were black, c3 would now be Black's.
lesson-stack-other = Your only free ring is on top of c3. Cover e4 with it, then move the ball from d4 to e4.
lesson-vault = A ball can also vault in a straight line over one or more balls in a row. The first square behind them must have no ball and your ring on top. Put a ring on d4, then vault with the ball from b2 over your own ball on c3 to d4.
lesson-vault-done = One vault took your ball two squares forward, and your ball on c3 stayed where it was.
lesson-vault-other = Try the vault: put a ring on d4, then move the ball from b2 over the one on c3 to d4.
lesson-relocate = When you vault over one of your opponent's balls, you must relocate it to another square with a ring of its colour on top. Put a ring on d3, vault from b3 over c3, and relocate Black's ball to its home square e5. Don't choose b2: there it would be next to its goal.
lesson-relocate-done = Your ball moved two squares forward, and Black's ball is back where it began.
lesson-relocate-other = Put a ring on d3, vault with the ball from b3 to d3, and relocate Black's ball from c3 to e5, as far as possible from its goal.
lesson-passive = You lose if your home is full of balls at the end of your turn, whatever their colours. There are black balls on a1 and a2, and your own ball on b1: move the ball away from b1 now.
lesson-passive-done = Your home is no longer full, and Black's third ball is still too far away to use the gap.
lesson-passive-other = That turn loses, because a1, a2 and b1 all still have balls. Put a ring next to b1, and move the ball from b1 onto it.
lesson-block = A player without a legal turn loses, and every turn needs a ring step. Black's supply is empty, and Black's only free ring is on c4. Cover it, but leave your ring on c3 where it is: it covers another black ring.
lesson-block-done = Every black ring is now under a ball or another ring. Black has no legal turn: you win!
lesson-block-other = Black still has a free ring. Cover c4 with a ring from your supply or with the one on b1.
lesson-win = Black threatens to win next turn on b1, but it's your turn, and you only need e5. You can vault over your own balls on goal squares too: put a ring on e5, and vault with the ball from c5 over d5.
lesson-win-done = Your three balls are on e5, d5 and e4. Your goal is full: you win!
lesson-win-other = That lets Black win first. Cover Black's ring on e5, and vault from c5 over d5 to e5.
lesson-end = You now know rings and balls, stacks, vaults and relocation, and how to win and lose. Now play a game against level 1.
