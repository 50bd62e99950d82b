-- The lobby lists running games by when they were created.
CREATE INDEX games_by_state_begun ON games (state, begun DESC, id DESC);

-- Summaries carry the start position of games that were set up.
UPDATE games SET summary = json_set(summary, '$.position',
    (SELECT json_extract(event, '$.position') FROM events WHERE events.game = games.id AND events.number = 1))
  WHERE json_extract(summary, '$.setUp');
