summary = Nine knights a side race for the centre: get a knight there, keep it safe for a turn, and move it out again to win.
option-size = Board size, in squares per side
option-goal = How you win with the centre: leave it again, hold it until your next turn, or just reach it
option-goal-leave = Leave the centre
option-goal-hold = Hold the centre for a turn
option-goal-reach = Reach the centre
option-repetition = Threefold repetition is a draw
option-repetition-draw = Yes
option-repetition-off = No
option-quiet = Turns in a row without a capture that make a draw
option-quiet-off = No limit
counter-knights = knights
white = White
black = Black
reason-last-knight-captured = last knight captured
reason-left-the-centre = left the centre
reason-held-the-centre = held the centre
reason-reached-the-centre = reached the centre
ending-last-knight-captured =
    {$reader ->
        [winner] You captured {$loser}'s last knight.
        [loser] {$winner} captured your last knight.
       *[other] {$winner} captured {$loser}'s last knight.
    }
ending-left-the-centre =
    {$reader ->
        [winner] Your knight left the centre.
       *[other] {$winner}'s knight left the centre.
    }
ending-held-the-centre =
    {$reader ->
        [winner] Your knight held the centre for a turn.
       *[other] {$winner}'s knight held the centre for a turn.
    }
ending-reached-the-centre =
    {$reader ->
        [winner] Your knight reached the centre.
       *[other] {$winner}'s knight reached the centre.
    }
goal =
    {$goal ->
        [hold] Move a knight to the centre and keep it there until your next turn.
        [reach] Move a knight to the centre.
       *[leave] Move a knight to the centre, then out again.
    }
rule-size = {$value}×{$value} board
rule-goal =
    {$value ->
        [hold] hold the centre to win
       *[reach] reach the centre to win
    }
rule-repetition = no draw by repetition
rule-quiet = no limit on turns without a capture
player-greedy = Greedy

# Moves in words, and what they achieve.

step-capture = knight {$from}→{$to} (capture)
effect-captures = it captures the knight on {$square}
effect-captures-centre = it captures the knight on the centre
effect-takes-centre = it takes the centre, where {$opponent} can't capture it
effect-contests-centre = it takes the centre with more knights in reach than {$opponent}
effect-saves = it saves the knight from capture on {$square}
effect-attacks = it attacks the unprotected knight on {$square}
effect-near-centre = it puts a knight in reach of the centre: {$mine} against {$theirs}

# What to do next.

prompt-pick = Pick one of your knights to move.
prompt-target = Choose where the knight goes.

fields = 6 fields (rows, player, two dashes, half-move count, full-move number)
field-castling = the third field
field-en-passant = the fourth field
field-quiet = the half-move count
field-number = the full-move number
cells = N, n or a number of empty squares

too-many-knights = {$player} has {$count} knights, but can have at most {$most}
no-knights = there are no knights on the board
no-knight = There's no knight on {$square}. Pick one of your knights.
not-your-knight = The knight on {$square} isn't yours. Pick one of your knights.
hemmed-in = The knight on {$square} can't move: your own knights are on every square it could go to. Pick another knight.
own-knight = Your own knight is on {$square}. Choose an empty square, or capture one of your opponent's knights.
not-a-knights-move = A knight can't move from {$from} to {$to}. It moves two squares straight, then one square to the side.

classic-random = plays a random legal move
classic-greedy = wins if it can, and gathers knights around the centre

# The lesson.

lesson-title = Jeson Mor: nine horses
lesson-welcome = You play White. Your knights are the horses that give the game its name. Each task asks for one move, and you can try as often as you like.
lesson-move = A knight moves two squares straight, then one square to the side. It jumps over anything in between. Move the knight from e1 to d3 or f3, over your knight on e2.
lesson-move-done = Your knight jumped over its neighbour. Only knights can do that.
lesson-move-other = That move is legal too, but this time move the knight on e1: two squares up, then one to the left (d3) or to the right (f3).
lesson-capture = A knight captures by landing on one of your opponent's knights. The captured knight leaves the board. Capture the black knight on d5 with your knight on c3.
lesson-capture-done = You captured the black knight, and your knight is now on d5.
lesson-capture-other = That move captures nothing. Move from c3 two squares up and one to the right, to d5.
lesson-reach = The marked square e5 is the centre, and the whole game is about it. No black knight is close enough to capture you there: move your knight from d3 to e5.
lesson-reach-done = Your knight is in the centre, and Black couldn't capture it. But you haven't won yet.
lesson-reach-other = That move doesn't end in the centre. Move from d3 two squares up and one to the right, to e5.
lesson-leave = Your knight stayed on e5 during Black's turn. Now move it out of the centre, to any square you like, and you win.
lesson-leave-done = You win! Your knight reached the centre, survived Black's turn and left again.
lesson-leave-other = You can move another knight, but that gives Black more time. Move the knight on e5: it wins at once.
lesson-caught = A knight in the centre can be captured. Black's knight on e5 will leave and win next turn, so capture it now with your knight on f3.
lesson-caught-done = Black went in too early. Now your knight is on e5, and no black knight can capture it.
lesson-caught-other = After that move, Black leaves e5 and wins. Only your knight on f3 can capture on e5.
lesson-count = Before you enter the centre, count the knights that are one move away from it. You have two, on d3 and f3. Black has one, on d7. Two against one: go to e5 with either of yours.
lesson-count-done = Black captured on e5, but your second knight can capture back, and no black knight can answer. With one more attacker than Black, you win the centre.
lesson-count-other = You have more attackers than Black right now, so don't wait. Go to e5 from d3 or f3.
lesson-guard = Now Black is ahead: the knights on d7 and f7 both attack e5, and you only have the one on d3. Before Black goes in, bring a second knight to a square one move from the centre.
lesson-guard-done = Two against two: if Black enters now, you capture last and win the centre.
lesson-guard-other = You still have too few attackers, so Black wins the centre. Move the knight from e1 to f3.
lesson-last = There's a second way to win: capture your opponent's last knight. Black only has the knight on d7, so capture it.
lesson-last-done = Black has no knights left: you win without the centre.
lesson-last-other = Black still has a knight. Your knight on c5 can capture it on d7.
lesson-zugzwang = You and Black have two attackers each. The first player to go to e5 loses, and so does a player who moves an attacker away. But you have a spare knight on a1, and Black has none. Wait: move the knight on a1.
lesson-zugzwang-done = Black had to move and gave up d7. This is called zugzwang. Now it's two against one, and you can go in and win.
lesson-zugzwang-other = That spoils your two against two, and Black wins the centre. Leave the knights on d3 and f3 where they are, and move the one on a1.
lesson-win = Now win the game in one move. You can win in both ways: look at your knight on e5, and at the last black knight on b7.
lesson-win-done = You win! In a real game, check for both ways before every move.
lesson-win-other = That move doesn't win yet. Leave the centre with your knight on e5, or capture the last black knight with your knight on c5.
lesson-end = You can now move, capture, count attackers, wait for the right moment and win in both ways. Now play a game against level 1.
