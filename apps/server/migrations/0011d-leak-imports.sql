-- How far a file of leaks was read, so that an import that was cut off goes on where it stopped; which leaks still hold a password, for
-- the nightly deletion. Building the index blocks writing of leaks: some ten seconds for five million.
create table leak_imports (
  company_id int not null references companies (id),
  id uuid not null,
  -- A keyed hash of the file's size, beginning and end, and of what it is imported as.
  file bytea not null,
  name text not null,
  bytes_read bigint not null default 0,
  rows_read bigint not null default 0,
  rows_kept bigint not null default 0,
  rows_added bigint not null default 0,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (company_id, id),
  unique (company_id, file)
);
alter table leak_imports enable row level security;
alter table leak_imports force row level security;
create policy tenant on leak_imports using (company_id = any ((select app_companies())::int[]))
  with check (company_id = any ((select app_companies())::int[]));
grant select, insert, update on leak_imports to signet_app;

create index leaks_sealed on leaks (company_id, added_at, id) where secret is not null;
