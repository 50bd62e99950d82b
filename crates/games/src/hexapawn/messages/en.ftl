summary = Three pawns a side on nine squares: be the first to get a pawn across, or leave your opponent without a move.
shape-P = pawn
shapes-P = pawns
reason-reached-the-last-row = reached the last row
ending-reached-the-last-row =
    {$reader ->
        [winner] Your pawn reached the last row.
       *[other] {$winner}'s pawn reached the last row.
    }
goal = Bring a pawn to the far row, or leave your opponent without a legal move.

prompt-pick = Pick one of your pawns to move.
prompt-target = Choose where the pawn goes.

too-many-pawns = {$player} has {$count} pawns, but can have at most 3
no-pawn = You have no pawn on {$square}. Pick one of your pawns.
pawn-stuck = The pawn on {$square} can't move or capture. Pick another pawn.
not-a-pawn-move = A pawn can't get from {$from} to {$to}. It moves straight ahead and captures diagonally ahead.

# The lesson.

lesson-title = Hexapawn: three pawns a side
lesson-welcome = You play White. Your pawns move up the board. A few short tasks show you everything you need to know.
lesson-step = A pawn moves one square straight ahead, if that square is empty. Move any of your pawns.
lesson-step-done = Your pawn moved ahead. Pawns never move back.
lesson-step-other = Move any pawn one square ahead.
lesson-capture = A pawn captures diagonally ahead. Capture the black pawn on b2.
lesson-capture-done = You captured the black pawn, and your pawn took its place.
lesson-capture-other = That move captures nothing. Capture the pawn on b2 from a1 or c1.
lesson-win = You win by reaching the last row. Move your pawn from a2 to a3.
lesson-win-done = Your pawn reached the last row: you win!
lesson-win-other = The pawn on a2 needs one more step. Move it to a3.
lesson-end = You know how pawns move, capture and win. Now play a game against level 1.
