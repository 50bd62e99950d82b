summary = Place discs in turn: three in a row win.
prompt-pick = Place a disc on any empty square.
goal = Be the first to get three discs in a row.
reason-three-in-a-row = three in a row
ending-three-in-a-row =
    {$reader ->
        [winner] You have three in a row.
       *[other] {$winner} has three in a row.
    }
reason-board-full = the board is full
ending-board-full = The board is full.
