-- Files that people ask for with what a list holds. New table only: locks nothing that exists.
create table exports (
  company_id int not null references companies (id),
  id uuid not null,
  created_by uuid not null,
  created_by_name text not null,
  kind text not null check (kind in ('threats', 'touts', 'leaks', 'takedowns', 'activity')),
  format text not null check (format in ('csv', 'xlsx', 'pdf')),
  -- The query of the list as it was sent.
  filters jsonb not null default '{}',
  status text not null default 'queued' check (status in ('queued', 'running', 'done', 'failed')),
  rows_done int not null default 0,
  rows_total int,
  error text,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  is_demo boolean not null default false,
  primary key (company_id, id)
);
create index exports_own on exports (company_id, created_by, created_at, id);
create index exports_unfinished on exports (company_id) where status in ('queued', 'running');

alter table exports enable row level security;
alter table exports force row level security;
create policy tenant on exports using (company_id = any ((select app_companies())::int[]))
  with check (company_id = any ((select app_companies())::int[]));
grant select, insert, update, delete on exports to signet_app;
