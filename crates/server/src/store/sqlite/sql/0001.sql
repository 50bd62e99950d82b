-- Who plays. A guest has no name; a guest who has logged in to an account is merged into it.
CREATE TABLE players (
  id TEXT PRIMARY KEY,
  name TEXT,
  -- The name in the form in which two may not be the same.
  folded TEXT UNIQUE,
  passphrase TEXT,
  settings TEXT NOT NULL DEFAULT '{}',
  since INTEGER NOT NULL,
  merged TEXT REFERENCES players (id)
) STRICT;

-- The digests of the secrets that browsers keep.
CREATE TABLE secrets (
  digest BLOB PRIMARY KEY,
  player TEXT NOT NULL REFERENCES players (id),
  since INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- What has happened in every game: the truth, from which the tables below follow.
CREATE TABLE events (
  game TEXT NOT NULL,
  number INTEGER NOT NULL,
  at INTEGER NOT NULL,
  player TEXT,
  command TEXT,
  event TEXT NOT NULL,
  PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX events_by_command ON events (game, player, command) WHERE command IS NOT NULL;

-- The games as lists show them.
CREATE TABLE games (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  state TEXT NOT NULL,
  open INTEGER NOT NULL,
  computer INTEGER NOT NULL,
  first TEXT,
  second TEXT,
  changed INTEGER NOT NULL,
  summary TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX games_by_state ON games (state, changed DESC, id);
CREATE INDEX games_by_first ON games (first, changed DESC, id);
CREATE INDEX games_by_second ON games (second, changed DESC, id);

-- The ratings after each rated game.
CREATE TABLE ratings (
  player TEXT NOT NULL,
  kind TEXT NOT NULL,
  -- The how manieth rated game of this kind it was for the player.
  number INTEGER NOT NULL,
  at INTEGER NOT NULL,
  rating REAL NOT NULL,
  deviation REAL NOT NULL,
  volatility REAL NOT NULL,
  game TEXT NOT NULL,
  PRIMARY KEY (player, kind, number)
) STRICT, WITHOUT ROWID;

-- From when on the server could be reached the last time, and until when it is known to have run: other time is charged to nobody.
CREATE TABLE alive (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  since INTEGER NOT NULL,
  until INTEGER NOT NULL
) STRICT;
