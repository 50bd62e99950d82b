-- Ids and keys have the collation "C": they are compared and sorted byte by byte, as in SQLite.

-- Players. A guest has no name. A guest who has logged in to an account is merged into it.
CREATE TABLE players (
  id text COLLATE "C" PRIMARY KEY,
  -- NULL for guests and closed accounts.
  name text,
  -- The form of the name by which the account is found. It stays when the account is closed.
  name_key text COLLATE "C" UNIQUE,
  -- What the name looks like. New names must look different from all others; very old ones may not.
  skeleton text COLLATE "C",
  passphrase_hash text,
  settings text NOT NULL DEFAULT '{}',
  -- All times of this kind are in milliseconds since 1970.
  created_at bigint NOT NULL,
  merged_into text COLLATE "C" REFERENCES players (id),
  -- Whether a program plays for the account: it has API tokens.
  is_bot boolean NOT NULL DEFAULT false
);
CREATE INDEX players_by_skeleton ON players (skeleton) WHERE skeleton IS NOT NULL;
CREATE INDEX players_by_merged_into ON players (merged_into) WHERE merged_into IS NOT NULL;
CREATE INDEX players_closed ON players (id) WHERE name IS NULL AND name_key IS NOT NULL;

-- The digests of the tokens in browsers' cookies.
CREATE TABLE session_tokens (
  digest bytea PRIMARY KEY,
  player text COLLATE "C" NOT NULL REFERENCES players (id),
  created_at bigint NOT NULL
);
CREATE INDEX session_tokens_by_player ON session_tokens (player);

-- The digests of the tokens that programs use.
CREATE TABLE api_tokens (
  digest bytea PRIMARY KEY,
  id text COLLATE "C" NOT NULL UNIQUE,
  player text COLLATE "C" NOT NULL REFERENCES players (id),
  label text NOT NULL,
  created_at bigint NOT NULL
);
CREATE INDEX api_tokens_by_player ON api_tokens (player);

-- The logs of all games: the truth, from which everything else about games follows. Events are text, so that their bytes stay the same.
CREATE TABLE events (
  game text COLLATE "C" NOT NULL,
  number integer NOT NULL,
  at bigint NOT NULL,
  -- Who sent the command that led to the event, the command's id, and a digest of what it said.
  player text COLLATE "C",
  command text COLLATE "C",
  digest bigint,
  event text NOT NULL,
  PRIMARY KEY (game, number)
);
CREATE UNIQUE INDEX events_by_command ON events (game, player, command) WHERE command IS NOT NULL;
CREATE UNIQUE INDEX events_by_creation ON events (player, command) WHERE number = 1 AND command IS NOT NULL;
-- Games that a player created or joined with a command: the first three events are the creation and the two seats.
CREATE INDEX events_by_entry ON events (player, command) WHERE command IS NOT NULL AND number <= 3;

-- The games as lists show them, and who owns them.
CREATE TABLE games (
  id text COLLATE "C" PRIMARY KEY,
  kind text COLLATE "C" NOT NULL,
  phase text COLLATE "C" NOT NULL,
  is_open boolean NOT NULL,
  is_live boolean NOT NULL,
  has_computer boolean NOT NULL,
  first_player text COLLATE "C",
  second_player text COLLATE "C",
  result text COLLATE "C",
  created_at bigint NOT NULL,
  changed_at bigint NOT NULL,
  summary text NOT NULL,
  -- When the player to move runs out of days.
  deadline bigint,
  -- The number of the last event. An append compares and increases it.
  last_event integer NOT NULL,
  -- Whether a node has to have the game in memory.
  needs_actor boolean NOT NULL,
  -- The node that may append to the log, and the number of its claim. An append with another one is rejected.
  owner text COLLATE "C",
  fence bigint NOT NULL
);
CREATE INDEX games_by_phase ON games (phase, changed_at DESC, id DESC);
CREATE INDEX games_by_phase_and_creation ON games (phase, created_at DESC, id DESC);
CREATE INDEX games_by_first_player ON games (first_player, changed_at DESC, id DESC);
CREATE INDEX games_by_second_player ON games (second_player, changed_at DESC, id DESC);
CREATE INDEX games_by_creation ON games (created_at, id);
CREATE INDEX games_by_deadline ON games (deadline) WHERE deadline IS NOT NULL;
CREATE INDEX games_by_owner ON games (owner) WHERE owner IS NOT NULL;
CREATE INDEX games_needing_actor ON games (owner) WHERE needs_actor;

-- The ratings after each rated game.
CREATE TABLE ratings (
  player text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  -- 1 for the player's first rated game of this kind.
  number integer NOT NULL,
  at bigint NOT NULL,
  rating double precision NOT NULL,
  deviation double precision NOT NULL,
  volatility double precision NOT NULL,
  game text COLLATE "C" NOT NULL,
  PRIMARY KEY (player, kind, number)
);

-- The current rating of each player, and how many rated games it took.
CREATE TABLE standings (
  player text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  games integer NOT NULL,
  rating double precision NOT NULL,
  deviation double precision NOT NULL,
  volatility double precision NOT NULL,
  PRIMARY KEY (player, kind)
);
-- A rating that little is known about counts for less.
CREATE INDEX standings_by_place ON standings (kind, (rating - 2 * deviation) DESC);

-- The processes that serve the site. A node is alive until its lease expires, by the clock of the database.
CREATE TABLE nodes (
  id text COLLATE "C" PRIMARY KEY,
  address text NOT NULL,
  version text NOT NULL,
  expires timestamptz NOT NULL,
  -- Since when and until when it served, by its own clock.
  since bigint NOT NULL,
  until bigint NOT NULL
);

-- The site as a whole: when a node last renewed its lease. Deadlines move by the time in which none did.
CREATE TABLE site (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  until timestamptz
);
INSERT INTO site DEFAULT VALUES;
