-- Since when a connector is paused, and the name of the user who did it; null if a command did. Nullable columns: locks nothing for long.
alter table connectors add column paused_at timestamptz, add column paused_by_name text;
