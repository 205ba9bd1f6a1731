-- News that a person keeps to read again. A new table only: locks nothing that exists.
create table news_saves (
  company_id int not null references companies (id),
  user_id uuid not null,
  -- Of the company, or of the bulletins for all.
  news_id uuid not null,
  at timestamptz not null default now(),
  primary key (company_id, user_id, news_id)
);
alter table news_saves enable row level security;
alter table news_saves force row level security;
create policy tenant on news_saves using (company_id = any ((select app_companies())::int[]))
  with check (company_id = any ((select app_companies())::int[]));
grant select, insert, delete on news_saves to signet_app;
