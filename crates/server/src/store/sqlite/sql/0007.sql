-- When the player to move runs out of days, so that the server needs no such game in memory. Old games get their days anew.
ALTER TABLE games ADD COLUMN deadline INTEGER;
UPDATE games SET deadline = changed + 86400000 * CAST(json_extract(summary, '$.pace') AS INTEGER)
  WHERE state = 'running' AND json_extract(summary, '$.pace') LIKE '%d';
CREATE INDEX games_by_deadline ON games (deadline) WHERE deadline IS NOT NULL;
