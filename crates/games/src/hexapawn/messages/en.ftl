summary = Three pawns a side on nine squares: be the first to get one across, or leave the other without a move.
shape-P = pawn
reason-reached-the-last-row = reached the last row

too-many-pawns = {$player} has {$count} pawns, and can have at most 3
no-pawn = There is no pawn of yours on {$square}.
pawn-stuck = The pawn on {$square} cannot move or capture.
not-a-pawn-move = A pawn cannot get from {$from} to {$to}: it moves straight ahead, and captures diagonally ahead.

# The lesson.

lesson-title = Hexapawn: three pawns a side
lesson-welcome = You play White, whose pawns go up the board. Three short tasks show all there is to know.
lesson-step = A pawn moves straight ahead to an empty square. Move any of yours.
lesson-step-done = Your pawn has gone ahead; pawns never go back.
lesson-step-other = Move any pawn one square ahead.
lesson-capture = A pawn captures diagonally ahead. Capture the black pawn on b2.
lesson-capture-done = The black pawn is gone, and yours stands in its place.
lesson-capture-other = That captures nothing: take the pawn on b2 from a1 or c1.
lesson-win = You win by reaching the far row. Move your pawn from a2 to a3.
lesson-win-done = Your pawn is across, and you have won.
lesson-win-other = The pawn on a2 needs one more step, to a3.
lesson-end = You know how pawns move, capture and win. Play a game against level 1 next.
