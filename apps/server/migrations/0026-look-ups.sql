-- What reviewers asked providers about threats, and what these said. A new table: locks nothing.
create table look_ups (
  company_id int not null,
  id uuid not null,
  threat_id uuid not null,
  connector text not null,
  kind text not null check (kind in ('fileHash', 'url', 'host', 'account', 'repository', 'listing')),
  value text not null check (length(value) between 1 and 2100),
  state text not null default 'asking' check (state in ('asking', 'found', 'notFound', 'failed')),
  problem jsonb,
  -- The page of the record at the provider.
  url text check (length(url) <= 8192),
  facts jsonb not null default '{}',
  requested_by uuid not null,
  requested_by_name text not null,
  requested_at timestamptz not null default now(),
  answered_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, threat_id) references threats (company_id, id),
  check ((state = 'asking') = (answered_at is null)),
  check ((state = 'failed') = (problem is not null))
);
create index look_ups_threat on look_ups (company_id, threat_id, requested_at, id);
-- One question at a time to each provider.
create unique index look_ups_open on look_ups (company_id, threat_id, connector) where state = 'asking';
select protect_company_table('look_ups', 'select, insert, update');
