-- A company's own rules for detection, and what they did. New tables: locks nothing.
create table detection_rules (
  company_id int not null references companies (id),
  id uuid not null,
  name text not null check (length(name) between 1 and 100),
  explanation text not null check (length(explanation) between 1 and 500),
  sources text[] not null check (cardinality(sources) > 0),
  condition jsonb not null,
  effect text not null check (effect in ('raise', 'lower', 'suppress')),
  points smallint check (points between 1 and 100),
  is_on boolean not null default false,
  changed_by uuid not null,
  changed_by_name text not null,
  changed_at timestamptz not null default now(),
  version int not null default 1,
  check ((points is null) = (effect = 'suppress')),
  primary key (company_id, id),
  unique (company_id, name)
);
select protect_company_table('detection_rules', 'select, insert, update, delete');

-- What the reasons of rules mean. They stay when a rule is renamed or deleted, because threats keep its reason.
create table rule_reasons (
  company_id int not null references companies (id),
  name text not null check (length(name) between 1 and 100),
  explanation text not null check (length(explanation) between 1 and 500),
  primary key (company_id, name)
);
select protect_company_table('rule_reasons', 'select, insert, update');

-- The findings that a rule changed or held back, each once however often it comes again.
create table rule_effects (
  company_id int not null,
  rule_id uuid not null,
  source text not null,
  fingerprint bytea not null,
  -- Held back findings are no threats, so this is what there is of them.
  title text not null check (length(title) <= 500),
  is_held boolean not null,
  at timestamptz not null,
  primary key (company_id, rule_id, source, fingerprint),
  foreign key (company_id, rule_id) references detection_rules (company_id, id) on delete cascade
);
create index rule_effects_at on rule_effects (company_id, rule_id, at);
create index rule_effects_clean_up on rule_effects (company_id, at);
select protect_company_table('rule_effects', 'select, insert, update, delete');

-- What a rule would have caught in everything stored.
create table rule_hunts (
  company_id int not null,
  id uuid not null,
  rule_id uuid not null,
  -- The rule as it was when the hunt began.
  rule jsonb not null,
  rule_version int not null,
  state text not null default 'running' check (state in ('running', 'done', 'cancelled', 'failed')),
  -- Of the worker that works on it; a worker that lost it changes nothing more.
  run uuid,
  -- The last threat that was read: written together with what was found up to it, so the hunt resumes there.
  read_to uuid,
  read_count int not null default 0,
  -- Threats to read; null until the first run has counted them.
  total int,
  -- Matches by source, with examples.
  found jsonb not null default '{}',
  -- Matches in the built-in list of names; null until it was read, and for a rule that finds no names.
  names jsonb,
  created_by uuid not null,
  created_by_name text not null,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  check ((finished_at is null) = (state = 'running')),
  primary key (company_id, id),
  foreign key (company_id, rule_id) references detection_rules (company_id, id) on delete cascade
);
create unique index rule_hunts_running on rule_hunts (company_id) where state = 'running';
create index rule_hunts_rule on rule_hunts (company_id, rule_id, created_at);
select protect_company_table('rule_hunts', 'select, insert, update, delete');
