-- When what is on the watchlist comes back to a reviewer. A new table only: locks nothing that exists.
-- What was watched before this table has no row and comes back seven days after it was put there.
create table qa_watches (
  company_id int not null references companies (id),
  threat_id uuid not null,
  every_days smallint not null check (every_days in (1, 7, 30)),
  checked_at timestamptz not null,
  checked_by_name text not null,
  due_at timestamptz not null,
  primary key (company_id, threat_id),
  foreign key (company_id, threat_id) references threats (company_id, id)
);
alter table qa_watches enable row level security;
alter table qa_watches force row level security;
create policy tenant on qa_watches using (company_id = any ((select app_companies())::int[]))
  with check (company_id = any ((select app_companies())::int[]));
grant select, insert, update, delete on qa_watches to signet_app;
