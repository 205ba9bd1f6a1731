-- The keys that secrets of a company are closed with, each wrapped by a key that is never in the database. New table only: locks nothing.
create table data_keys (
  company_id int not null references companies (id),
  id uuid not null,
  -- seal: closes secrets, one a year; lookup: recognises them, one for all years (year 0).
  purpose text not null check (purpose in ('seal', 'lookup')),
  year smallint not null,
  -- A later generation replaces an earlier one, which goes once nothing is closed with it.
  generation smallint not null,
  kek_id text not null,
  wrapped bytea not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id)
);
create unique index data_keys_use on data_keys (company_id, purpose, year, generation);
alter table data_keys enable row level security;
alter table data_keys force row level security;
create policy tenant on data_keys using (company_id = any ((select app_companies())::int[]))
  with check (company_id = any ((select app_companies())::int[]));
grant select, insert, delete, update (kek_id, wrapped) on data_keys to signet_app;
