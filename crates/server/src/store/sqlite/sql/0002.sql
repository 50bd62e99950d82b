-- Games that were set up under a name which their player has for that.
CREATE UNIQUE INDEX events_by_setup ON events (player, command) WHERE number = 1 AND command IS NOT NULL;

-- Whether a game is played at once, with a clock; how it ended; when it began. Old games tell it in their summaries.
ALTER TABLE games ADD COLUMN live INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN result TEXT;
ALTER TABLE games ADD COLUMN begun INTEGER NOT NULL DEFAULT 0;
UPDATE games SET
  live = json_extract(summary, '$.pace') <> '' AND json_extract(summary, '$.pace') NOT LIKE '%d',
  result = json_extract(summary, '$.result'),
  begun = json_extract(summary, '$.begun');
CREATE INDEX games_by_begun ON games (begun, id);

-- The last rating of each player.
CREATE TABLE standings (
  player TEXT NOT NULL,
  kind TEXT NOT NULL,
  -- How many rated games there were.
  games INTEGER NOT NULL,
  rating REAL NOT NULL,
  deviation REAL NOT NULL,
  volatility REAL NOT NULL,
  PRIMARY KEY (player, kind)
) STRICT, WITHOUT ROWID;
INSERT INTO standings (player, kind, games, rating, deviation, volatility)
  SELECT player, kind, number, rating, deviation, volatility FROM ratings
  WHERE number = (SELECT max(number) FROM ratings AS later WHERE later.player = ratings.player AND later.kind = ratings.kind);
-- A rating that little is known about counts for less.
CREATE INDEX standings_by_place ON standings (kind, rating - 2 * deviation DESC);
