-- Lists of threats and touts as people keep them: filters, order and columns under a name. A new table only: locks nothing that exists.
create table saved_views (
  company_id int not null references companies (id),
  id uuid not null,
  user_id uuid not null,
  user_name text not null,
  list text not null check (list in ('threats', 'touts')),
  name text not null check (length(name) between 1 and 60),
  source text not null,
  -- Names of the list's filters to their values as in its address.
  filters jsonb not null,
  -- The columns in their order with widths; null for those the list has anyway.
  columns jsonb,
  is_shared boolean not null default false,
  is_demo boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null default now(),
  primary key (company_id, id)
);
create index saved_views_list on saved_views (company_id, list, user_id);
create unique index saved_views_name_uq on saved_views (company_id, user_id, list, lower(name));
alter table saved_views enable row level security;
alter table saved_views force row level security;
create policy tenant on saved_views using (company_id = any ((select app_companies())::int[]))
  with check (company_id = any ((select app_companies())::int[]));
grant select, insert, update, delete on saved_views to signet_app;
