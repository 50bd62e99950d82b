-- What a name looks like. New names must look different from all others; old ones may not.
ALTER TABLE players ADD COLUMN skeleton TEXT;
CREATE INDEX players_by_skeleton ON players (skeleton) WHERE skeleton IS NOT NULL;

-- Whether a program plays for the account: it has API tokens.
ALTER TABLE players ADD COLUMN bot INTEGER NOT NULL DEFAULT 0;

-- The digests of the tokens that programs use.
CREATE TABLE api_tokens (
  digest BLOB PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  player TEXT NOT NULL REFERENCES players (id),
  label TEXT NOT NULL,
  since INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX api_tokens_by_player ON api_tokens (player);
CREATE INDEX secrets_by_player ON secrets (player);
