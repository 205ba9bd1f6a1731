-- Which user a threat, takedown, deeper analysis or request is assigned to. New table; the assignees of requests move into it, which locks
-- the requests of all companies for as long as it takes to copy them.

create table assignments (
  company_id int not null references companies (id),
  kind text not null check (kind in ('threat', 'takedown', 'deeperAnalysis', 'request')),
  -- The threat, takedown, deeper analysis or request.
  record_id uuid not null,
  user_id uuid not null,
  -- The name at that time, in case the user no longer exists.
  user_name text not null,
  assigned_by uuid,
  assigned_by_name text not null,
  assigned_at timestamptz not null default now(),
  is_demo boolean not null default false,
  primary key (company_id, kind, record_id)
);
-- Migrations run as the owner, whom the forced policy of requests would bind.
alter table requests no force row level security;
insert into assignments (company_id, kind, record_id, user_id, user_name, assigned_by_name, assigned_at, is_demo)
  select company_id, 'request', id, assignee_id, coalesce(assignee_name, ''), coalesce(assignee_name, ''), updated_at, is_demo
  from requests where assignee_id is not null;
alter table requests force row level security;
alter table requests drop column assignee_id, drop column assignee_name;
-- What is assigned to a user.
create index assignments_user on assignments (company_id, user_id, kind, record_id);
select protect_company_table('assignments', 'select, insert, update, delete');
