-- Companies and what they protect. New tables only: locks nothing.

create table companies (
  id int generated always as identity primary key,
  key text not null unique check (key ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
  name text not null check (length(name) between 1 and 200),
  is_active boolean not null default true,
  is_demo boolean not null default false,
  modules jsonb not null default '{}',
  threat_sources text[] not null,
  tout_sources text[] not null default '{}',
  config jsonb not null default '{}',
  created_at timestamptz not null default now(),
  version int not null default 1,
  archived_at timestamptz,
  -- A file of the company (files.id), of kind logo.
  logo_file_id uuid
);
-- A company is visible to those who work for it, and to sign-in, which has to see them all. Not forced: the owner adds companies.
alter table companies enable row level security;
create policy tenant on companies for select to signet_app using (id in (select unnest(app_companies())));
create policy identity on companies for select to signet_identity using (true);
create policy identity_add on companies for insert to signet_identity with check (true);
create policy identity_change on companies for update to signet_identity using (true) with check (true);
grant select on companies to signet_app, signet_identity;
-- Companies are managed as signet_identity, which sees nothing in them; signet_app works inside companies and changes none.
-- A company keeps its key forever, and no company is deleted.
grant insert (key, name, modules, threat_sources, tout_sources, config, is_demo) on companies to signet_identity;
grant update (name, is_active, archived_at, modules, threat_sources, tout_sources, config, logo_file_id, version) on companies
  to signet_identity;

create table brands (
  company_id int not null references companies (id),
  id uuid not null,
  key text not null,
  name text not null,
  aliases text[] not null,
  official text[] not null,
  created_at timestamptz not null default now(),
  handles jsonb not null default '[]',
  phones text[] not null default '{}',
  accounts text[] not null default '{}',
  -- Position in the company's list of brands.
  place int not null default 0,
  primary key (company_id, id),
  unique (company_id, key)
);
select protect_company_table('brands', 'select, insert, update, delete');

-- Other assets. One row per company that has ever set them; the version also counts changes of its brands.
create table company_assets (
  company_id int primary key references companies (id),
  version int not null default 1,
  domains text[] not null default '{}',
  people jsonb not null default '[]',
  apps jsonb not null default '[]',
  partners jsonb not null default '[]',
  updated_at timestamptz not null default now(),
  -- The last search for assets on the sites of the company.
  search_started_at timestamptz,
  searched_at timestamptz,
  search_files int not null default 0,
  -- The sites that couldn't be read, with the reason as a code.
  search_problems jsonb not null default '[]',
  -- Whether hosts below the own domains that were found in DNS are checked without a person's approval.
  approves_hosts boolean not null default false
);
select protect_company_table('company_assets', 'select, insert, update');

-- Data keys that encrypt a company's secrets, each wrapped by a key that is never in the database.
create table data_keys (
  company_id int not null references companies (id),
  id uuid not null,
  -- seal: encrypts secrets, one per year; lookup: recognizes them, one for all years (year 0).
  purpose text not null check (purpose in ('seal', 'lookup')),
  year smallint not null,
  -- A later generation replaces an earlier one, which is deleted once nothing is encrypted with it.
  generation smallint not null,
  kek_id text not null,
  wrapped bytea not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id)
);
create unique index data_keys_use on data_keys (company_id, purpose, year, generation);
select protect_company_table('data_keys', 'select, insert, delete, update (kek_id, wrapped)');

-- Keys of companies for programs that call the API.
create table api_keys (
  company_id int not null references companies (id),
  id uuid not null,
  name text not null check (length(name) between 1 and 100),
  scopes text[] not null check (scopes <@ array['ingest', 'read', 'feeds', 'mail'] and cardinality(scopes) > 0),
  -- SHA-256 of 256 random bits; the key itself is not stored.
  token_hash bytea not null check (length(token_hash) = 32),
  start text not null,
  created_at timestamptz not null default now(),
  created_by uuid not null,
  created_by_name text not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  ended_at timestamptz,
  primary key (company_id, id),
  unique (company_id, token_hash)
);
select protect_company_table('api_keys', 'select, insert, update');

-- Responses to writes that carried an Idempotency-Key, kept with the change they belong to.
create table idempotency_keys (
  company_id int not null references companies (id),
  user_id uuid not null,
  key text not null check (length(key) between 1 and 200),
  route text not null,
  body_hash bytea not null,
  status smallint,
  answer jsonb,
  at timestamptz not null default now(),
  primary key (company_id, user_id, key)
);
create index idempotency_keys_at on idempotency_keys (company_id, at);
select protect_company_table('idempotency_keys', 'select, insert, update, delete');
