summary = Place discs in turn: three in a row win.
prompt-pick = Place a disc on any empty square.
reason-three-in-a-row = three in a row
reason-board-full = the board is full
