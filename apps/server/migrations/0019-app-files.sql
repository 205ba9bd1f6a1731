-- Files of apps that people upload, with what was read in each. A new table: locks nothing.
create table app_files (
  company_id int not null references companies (id),
  id uuid not null,
  -- The file in the file store.
  sha256 text not null check (length(sha256) = 64),
  name text not null check (length(name) between 1 and 200),
  type text not null,
  size bigint not null,
  state text not null default 'reading' check (state in ('reading', 'read', 'unreadable')),
  problem jsonb check ((problem is null) = (state <> 'unreadable')),
  -- As a threat of the source shows them.
  fields jsonb not null default '{}',
  -- Why it passes for an app of the company; none if it doesn't, or if the company signed it.
  indicators jsonb not null default '[]',
  score smallint check (score between 0 and 100),
  brand_id uuid,
  -- The company signed it, so that other icons are compared with its icon.
  is_own boolean not null default false,
  icon_hash text check (length(icon_hash) = 16),
  created_by uuid not null,
  created_by_name text not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id)
);
create index app_files_sha256 on app_files (company_id, sha256);
create index app_files_own on app_files (company_id, created_at) where is_own;
select protect_company_table('app_files', 'select, insert, update, delete');
