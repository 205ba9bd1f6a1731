-- News, What's New and the edited entries of the glossary. New tables only: locks nothing.
create table news (
  company_id int not null references companies (id),
  id uuid not null,
  title text not null check (length(title) between 1 and 200),
  body text not null check (length(body) between 1 and 20000),
  tags text[] not null default '{}',
  published_at timestamptz not null default now(),
  by_name text not null,
  is_demo boolean not null default false,
  version int not null default 1,
  primary key (company_id, id)
);
create index news_published on news (company_id, published_at, id);
alter table news enable row level security;
alter table news force row level security;
create policy tenant on news using (company_id = any ((select app_companies())::int[]))
  with check (company_id = any ((select app_companies())::int[]));
grant select, insert, update, delete on news to signet_app;

-- What is said to every company alike: What's New about the product, and news for all. Belongs to the installation.
create table bulletins (
  id uuid primary key,
  kind text not null check (kind in ('news', 'whatsNew')),
  title text not null check (length(title) between 1 and 200),
  body text not null check (length(body) between 1 and 20000),
  tags text[] not null default '{}',
  published_at timestamptz not null default now(),
  by_name text not null,
  is_demo boolean not null default false,
  version int not null default 1
);
create index bulletins_published on bulletins (kind, published_at, id);
grant select, insert, update, delete on bulletins to signet_app;

-- Entries of the glossary that stand before the built-in ones of the same id, and new ones. Belongs to the installation.
create table glossary_entries (
  id uuid primary key,
  name text not null check (length(name) between 1 and 200),
  category text not null check (length(category) between 1 and 40),
  description text not null check (length(description) between 1 and 2000),
  -- A built-in entry that was taken out.
  is_hidden boolean not null default false,
  updated_at timestamptz not null default now(),
  version int not null default 1
);
create unique index glossary_entries_name on glossary_entries (category, name) where not is_hidden;
grant select, insert, update, delete on glossary_entries to signet_app;
