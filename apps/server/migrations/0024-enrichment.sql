-- What is seen of the domains of threats from outside, when each is looked at again, and what keeps us from asking others too often.
-- New tables only: locks nothing that exists.
create table domain_watches (
  company_id int not null,
  threat_id uuid not null,
  host text not null check (length(host) between 1 and 253),
  next_at timestamptz not null default now(),
  -- Whoever looks has it until then; after a crash somebody else takes it.
  claimed_until timestamptz,
  looked_at timestamptz,
  failures smallint not null default 0,
  -- The score before anything was looked up; what was seen is added to it.
  base_score smallint,
  -- Changes that reopened the threat: each does so once.
  told text[] not null default '{}',
  primary key (company_id, threat_id),
  foreign key (company_id, threat_id) references threats (company_id, id)
);
create index domain_watches_due on domain_watches (company_id, next_at, threat_id);

create table domain_observations (
  company_id int not null,
  id uuid not null,
  threat_id uuid not null,
  kind text not null check (kind in ('registration', 'dns', 'tls', 'http')),
  facts jsonb not null check (jsonb_typeof(facts) = 'object' and length(facts::text) <= 65536),
  -- SHA-256 of what counts of the facts: the same hash is the same state.
  hash text not null,
  changes jsonb not null default '[]',
  observed_at timestamptz not null,
  seen_at timestamptz not null,
  seen_count int not null default 1,
  -- A state that differs from the one before counts when it was seen twice: answers flap.
  is_settled boolean not null,
  is_demo boolean not null default false,
  primary key (company_id, id),
  foreign key (company_id, threat_id) references threats (company_id, id)
);
create index domain_observations_threat on domain_observations (company_id, threat_id, observed_at desc, id);
create unique index domain_observations_pending on domain_observations (company_id, threat_id, kind) where not is_settled;
create index domain_observations_key on domain_observations (company_id, (facts -> 'certificate' ->> 'keySha256'))
  where kind = 'tls';

alter table domain_watches enable row level security;
alter table domain_watches force row level security;
create policy tenant on domain_watches using (company_id = any ((select app_companies())::int[]))
  with check (company_id = any ((select app_companies())::int[]));
alter table domain_observations enable row level security;
alter table domain_observations force row level security;
create policy tenant on domain_observations using (company_id = any ((select app_companies())::int[]))
  with check (company_id = any ((select app_companies())::int[]));
grant select, insert, update, delete on domain_watches, domain_observations to signet_app;

-- Public answers about public names, kept so that nobody is asked twice; nothing of a company stands in them.
create table lookups (
  key text primary key,
  answer jsonb not null,
  fetched_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index lookups_expired on lookups (expires_at);
-- When a server may be asked again, by any process.
create table lookup_gates (
  server text primary key,
  next_at timestamptz not null
);
grant select, insert, update, delete on lookups, lookup_gates to signet_app;
