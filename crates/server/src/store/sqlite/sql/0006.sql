-- Counts the starts of servers on this file. A server writes only as long as the number and the id of its own start are here.
CREATE TABLE epoch (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  number INTEGER NOT NULL,
  run TEXT NOT NULL
) STRICT;
INSERT INTO epoch (one, number, run) VALUES (1, 0, '');
