summary = Place discs in turn: three in a row win.
reason-three-in-a-row = three in a row
reason-board-full = the board is full
