-- Games that a player created or joined with a command: the first three events are the creation and the two seats.
CREATE INDEX events_by_entry ON events (player, command) WHERE command IS NOT NULL AND number <= 3;
