-- Changes of many rows that a migration names and workers carry out in batches (docs/database.md). A new table only: locks nothing.
create table back_fills (
  name text primary key check (name ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(name) <= 60),
  table_name text not null,
  -- The assignments of an update, and the condition of the rows that still need it.
  change text not null,
  unfilled text not null,
  -- Where the next batch begins: the company, and the key of the last row; null at the beginning.
  at_company int,
  after_key text[],
  filled bigint not null default 0 check (filled >= 0),
  started_at timestamptz,
  finished_at timestamptz,
  -- Why the last batch failed.
  error text
);
