-- What the product itself collects from providers for a company, with its account there. A new table: locks nothing.
create table connectors (
  company_id int not null references companies (id),
  id uuid not null,
  connector text not null,
  is_on boolean not null default false,
  on_since timestamptz,
  paused_at timestamptz,
  -- The user who paused it; null if a command did.
  paused_by_name text,
  -- The names of the credentials in `secret`, which is encrypted.
  credentials text[] not null default '{}',
  secret bytea,
  tested_at timestamptz,
  test_problem jsonb,
  test_reply text check (length(test_reply) <= 500),
  -- Where the next batch begins, in the words of the connector.
  cursor text check (length(cursor) <= 4000),
  -- The run that works on it, and until when it is not considered dead.
  run uuid,
  run_until timestamptz,
  next_run_at timestamptz,
  ran_at timestamptz,
  data_at timestamptz,
  problem jsonb,
  -- When people were last notified that it brings in nothing; null since it last worked.
  alerted_at timestamptz,
  failures int not null default 0,
  observed int not null default 0,
  found int not null default 0,
  suppressed int not null default 0,
  skipped int not null default 0,
  -- Reported emails in which nothing was found.
  empty int not null default 0,
  skips jsonb not null default '[]',
  -- What the last run read of more that there is; null if it read everything.
  bound jsonb,
  quota_used int not null default 0,
  quota_ends_at timestamptz,
  primary key (company_id, id),
  unique (company_id, connector)
);
create index connectors_due on connectors (next_run_at) where is_on;
select protect_company_table('connectors', 'select, insert, update, delete');
