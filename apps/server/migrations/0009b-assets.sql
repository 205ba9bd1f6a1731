-- What a company protects beside the names of its brands. Columns with constant defaults (no rewrite) lock brands for a moment; the
-- other table is new.
alter table brands
  add column handles jsonb not null default '[]',
  add column phones text[] not null default '{}',
  add column accounts text[] not null default '{}',
  -- Brands are listed as they were put.
  add column place int not null default 0;

-- One row a company that has ever set them; the version counts the changes of its brands too.
create table company_assets (
  company_id int primary key references companies (id),
  version int not null default 1,
  domains text[] not null default '{}',
  people jsonb not null default '[]',
  apps jsonb not null default '[]',
  updated_at timestamptz not null default now()
);
alter table company_assets enable row level security;
alter table company_assets force row level security;
create policy tenant on company_assets using (company_id = any ((select app_companies())::int[]))
  with check (company_id = any ((select app_companies())::int[]));
grant select, insert, update on company_assets to signet_app;
