-- What was sent in by collectors, and how far it was read. New table only: locks nothing that exists.

create table ingest_jobs (
  company_id int not null references companies (id),
  id uuid not null,
  source text not null,
  api_key_id uuid not null,
  key_name text not null,
  idempotency_key text check (length(idempotency_key) between 1 and 200),
  -- Of the request that works on it; one that lost it changes nothing more.
  run uuid not null,
  state text not null default 'running' check (state in ('running', 'done', 'failed')),
  lines_done int not null default 0,
  accepted int not null default 0,
  duplicates int not null default 0,
  rejected_count int not null default 0,
  rejected jsonb not null default '[]',
  -- Of the lines that are done: tells a stream that is sent again from another one.
  lines_hash bytea,
  error text,
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id)
);
create unique index ingest_jobs_key on ingest_jobs (company_id, idempotency_key) where idempotency_key is not null;
create index ingest_jobs_created on ingest_jobs (company_id, created_at, id);
alter table ingest_jobs enable row level security;
alter table ingest_jobs force row level security;
create policy tenant on ingest_jobs using (company_id = any ((select app_companies())::int[]))
  with check (company_id = any ((select app_companies())::int[]));
grant select, insert, update on ingest_jobs to signet_app;
