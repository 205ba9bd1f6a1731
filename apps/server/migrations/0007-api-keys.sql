-- Keys of companies for programs that call the API. New table only: locks nothing that exists.

create table api_keys (
  company_id int not null references companies (id),
  id uuid not null,
  name text not null check (length(name) between 1 and 100),
  scopes text[] not null check (scopes <@ array['ingest', 'read'] and cardinality(scopes) > 0),
  -- SHA-256 of 256 random bits; the key itself is not stored.
  token_hash bytea not null check (length(token_hash) = 32),
  start text not null,
  created_at timestamptz not null default now(),
  created_by uuid not null,
  created_by_name text not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  ended_at timestamptz,
  primary key (company_id, id),
  unique (company_id, token_hash)
);
alter table api_keys enable row level security;
alter table api_keys force row level security;
create policy tenant on api_keys using (company_id = any ((select app_companies())::int[]))
  with check (company_id = any ((select app_companies())::int[]));
grant select, insert, update on api_keys to signet_app;
