-- How people set up the portal: density, keys, columns. One column with a constant default: no rewrite, locks the table for a moment.
-- The contract bounds what it holds to about 120 kB; the check is the last line of defence.
alter table user_preferences
  add column portal jsonb not null default '{}' check (jsonb_typeof(portal) = 'object' and length(portal::text) <= 262144);
