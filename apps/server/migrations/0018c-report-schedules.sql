-- Files that people have made every week or month. New table only: locks nothing that exists.
create table report_schedules (
  company_id int not null references companies (id),
  id uuid not null,
  created_by uuid not null,
  created_by_name text not null,
  rhythm text not null check (rhythm in ('weekly', 'monthly')),
  sections text[] not null check (cardinality(sections) between 1 and 10),
  format text not null check (format in ('csv', 'xlsx', 'pdf')),
  -- The day the next files are made.
  next_on date not null,
  created_at timestamptz not null default now(),
  is_demo boolean not null default false,
  primary key (company_id, id)
);
create index report_schedules_own on report_schedules (company_id, created_by, created_at, id);
create index report_schedules_due on report_schedules (company_id, next_on);

alter table report_schedules enable row level security;
alter table report_schedules force row level security;
create policy tenant on report_schedules using (company_id = any ((select app_companies())::int[]))
  with check (company_id = any ((select app_companies())::int[]));
grant select, insert, update, delete on report_schedules to signet_app;
