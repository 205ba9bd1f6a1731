-- Reports published for a company, and what a company asks for with the messages about it. New tables; a default of files changes, which
-- locks that table for a moment.

-- Several files of one request keep their order.
alter table files alter column created_at set default clock_timestamp();

-- The file of a report is the row of files with the same id.
create table reports (
  company_id int not null,
  id uuid not null,
  kind text not null check (kind in ('weekly', 'monthly', 'quarterly', 'annual', 'incident', 'other')),
  period text not null check (length(period) between 4 and 30),
  published_at timestamptz not null default now(),
  published_by uuid,
  published_by_name text not null,
  primary key (company_id, id),
  foreign key (company_id, id) references files (company_id, id)
);
create index reports_published on reports (company_id, published_at, id);

create table requests (
  company_id int not null references companies (id),
  id uuid not null,
  kind text not null check (kind in ('threat', 'takedown', 'analysis', 'report', 'question', 'other')),
  subject text not null check (length(subject) between 1 and 200),
  text text not null check (length(text) between 1 and 5000),
  links text[] not null default '{}',
  status text not null default 'open' check (status in ('open', 'inProgress', 'waiting', 'done', 'declined')),
  reached_at jsonb not null default '{}',
  created_by uuid,
  created_by_name text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  assignee_id uuid,
  assignee_name text,
  message_count int not null default 0,
  is_demo boolean not null default false,
  version int not null default 1,
  primary key (company_id, id)
);
create index requests_updated on requests (company_id, updated_at, id);
create index requests_created on requests (company_id, created_at, id);

create table request_messages (
  company_id int not null,
  id uuid not null,
  request_id uuid not null,
  at timestamptz not null default clock_timestamp(),
  by_user uuid,
  by_name text not null,
  is_staff boolean not null,
  text text not null check (length(text) between 1 and 5000),
  primary key (company_id, id),
  foreign key (company_id, request_id) references requests (company_id, id)
);
create index request_messages_request on request_messages (company_id, request_id, at, id);

do $$
declare t text;
begin
  foreach t in array array['reports', 'requests', 'request_messages'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I using (company_id = any ((select app_companies())::int[]))
      with check (company_id = any ((select app_companies())::int[]))', t);
  end loop;
end $$;
grant select, insert, delete on reports to signet_app;
grant select, insert, update on requests to signet_app;
grant select, insert on request_messages to signet_app;
