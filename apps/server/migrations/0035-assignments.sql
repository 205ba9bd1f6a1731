-- Which user a threat, takedown, deeper analysis or request is assigned to. New table: locks
-- nothing.

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
-- What is assigned to a user.
create index assignments_user on assignments (company_id, user_id, kind, record_id);
select protect_company_table('assignments', 'select, insert, update, delete');
