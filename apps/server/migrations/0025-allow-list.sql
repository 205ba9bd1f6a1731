-- What a company lets pass, by a decision or by hand. A new table only: locks nothing that exists.
create table allow_entries (
  company_id int not null references companies (id),
  id uuid not null,
  kind text not null check (kind in ('domain', 'host', 'address', 'account')),
  -- In the form it is looked up by.
  value text not null check (length(value) between 1 and 1000),
  reason text not null,
  by_user uuid,
  by_name text not null,
  -- The whitelisting that made it; null when it was made by hand.
  threat_id uuid,
  -- Of what was served there then; null when nobody looked.
  content_hash text,
  expires_at timestamptz,
  suppressions int not null default 0,
  last_suppressed_at timestamptz,
  -- How far the last scan that met it is counted: one that runs again after a crash counts nothing twice.
  counted_scan uuid,
  counted_line int,
  is_demo boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, kind, value),
  foreign key (company_id, threat_id) references threats (company_id, id)
);
create index allow_entries_created on allow_entries (company_id, created_at, id);
create index allow_entries_threat on allow_entries (company_id, threat_id) where threat_id is not null;
alter table allow_entries enable row level security;
alter table allow_entries force row level security;
create policy tenant on allow_entries using (company_id = any ((select app_companies())::int[]))
  with check (company_id = any ((select app_companies())::int[]));
grant select, insert, update, delete on allow_entries to signet_app;
