-- Which reviewer works on which waiting threat. A new table only: locks nothing that exists.
create table qa_claims (
  company_id int not null references companies (id),
  threat_id uuid not null,
  user_id uuid not null,
  user_name text not null,
  expires_at timestamptz not null,
  primary key (company_id, threat_id),
  foreign key (company_id, threat_id) references threats (company_id, id)
);
alter table qa_claims enable row level security;
alter table qa_claims force row level security;
create policy tenant on qa_claims using (company_id = any ((select app_companies())::int[]))
  with check (company_id = any ((select app_companies())::int[]));
grant select, insert, update, delete on qa_claims to signet_app;
