-- What protected assets would have changed, before they are saved. New table only: locks nothing.
create table asset_hunts (
  company_id int not null,
  id uuid not null,
  -- The assets as they would be saved.
  assets jsonb not null,
  state text not null default 'running' check (state in ('running', 'done', 'cancelled', 'failed')),
  -- Of the worker that works on it; a worker that lost it changes nothing more.
  run uuid,
  -- The last threat that was read, the newest first: written together with what was found up to it, so the hunt resumes there.
  read_to uuid,
  -- When that threat was first seen, with microseconds.
  read_seen text,
  read_count int not null default 0,
  -- Stored threats; null until the first run has counted them.
  total int,
  -- Threats by source that name an added brand or person, and those that would be the company's own, with examples.
  caught jsonb not null default '{}',
  suppressed jsonb not null default '{}',
  -- Matches of added brands in the built-in list of names; null until it was read.
  names jsonb,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  check ((finished_at is null) = (state = 'running')),
  primary key (company_id, id)
);
create unique index asset_hunts_running on asset_hunts (company_id) where state = 'running';
select protect_company_table('asset_hunts', 'select, insert, update, delete');
