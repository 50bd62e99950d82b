-- A digest of what the command said that led to an event. Old events have none.
ALTER TABLE events ADD COLUMN digest INTEGER;
