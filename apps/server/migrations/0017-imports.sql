-- Threats imported from files: each file with its mapping and counts, and the threats that it added. New tables: locks nothing.
create table imports (
  company_id int not null references companies (id),
  id uuid not null,
  source text not null,
  -- The file in the file store.
  sha256 text not null check (length(sha256) = 64),
  name text not null check (length(name) between 1 and 200),
  size bigint not null,
  kind text not null check (kind in ('csv', 'xlsx', 'json', 'stix', 'misp')),
  -- Of its first rows: for the mapping and its preview.
  columns jsonb not null,
  sample jsonb not null,
  mapping jsonb not null,
  state text not null default 'ready'
    check (state in ('ready', 'running', 'done', 'cancelled', 'failed', 'undoing', 'undone')),
  -- Of the worker that works on it; a worker that lost it changes nothing more.
  run uuid,
  -- The first rows that are done: written in the transaction that adds what they contain, so the import resumes here.
  rows_done int not null default 0,
  bytes_read bigint not null default 0,
  added int not null default 0,
  duplicates int not null default 0,
  own int not null default 0,
  allowed int not null default 0,
  skipped int not null default 0,
  rejected int not null default 0,
  problems jsonb not null default '[]',
  problem jsonb,
  -- How far it was undone, in the order of the threats, and what stayed.
  undone_to uuid,
  removed int not null default 0,
  kept jsonb not null default '{}',
  created_by uuid not null,
  created_by_name text not null,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  check (rows_done = added + duplicates + own + allowed + skipped + rejected),
  primary key (company_id, id)
);
create index imports_created on imports (company_id, created_at, id);
create index imports_sha256 on imports (company_id, sha256);
select protect_company_table('imports', 'select, insert, update, delete');

create table imported_threats (
  company_id int not null,
  import_id uuid not null,
  threat_id uuid not null,
  primary key (company_id, import_id, threat_id),
  foreign key (company_id, import_id) references imports (company_id, id) on delete cascade,
  foreign key (company_id, threat_id) references threats (company_id, id)
);
select protect_company_table('imported_threats', 'select, insert, delete');
