-- Files of apps that people upload, and apps that they add by their address, with what was read in each: a job fetches the page of the
-- store, or the file. A new table: locks nothing.
create table app_files (
  company_id int not null references companies (id),
  id uuid not null,
  -- The file in the file store.
  sha256 text check (length(sha256) = 64),
  name text not null check (length(name) between 1 and 200),
  type text,
  size bigint,
  address text check (length(address) between 1 and 2000),
  -- Whether the page of a store was read instead of a file.
  is_listing boolean not null default false,
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
  primary key (company_id, id),
  constraint app_files_fetched check ((sha256 is null) = (type is null) and (sha256 is null) = (size is null)),
  -- What is not fetched yet has an address, and what was read is stored.
  constraint app_files_address check (sha256 is not null or (address is not null and state <> 'read'))
);
create index app_files_sha256 on app_files (company_id, sha256);
create index app_files_own on app_files (company_id, created_at) where is_own;
select protect_company_table('app_files', 'select, insert, update, delete');
