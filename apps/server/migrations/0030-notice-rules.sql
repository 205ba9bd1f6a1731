-- What staff want to be told of as it happens: rules by event, and what each was sent for. New tables only: locks nothing that exists.

-- Belongs to the installation: a rule may be about every company.
create table notice_rules (
  id uuid primary key,
  name text not null check (length(name) between 1 and 100),
  event text not null check (length(event) between 1 and 40),
  -- Empty: all.
  severities text[] not null default '{}',
  company_ids int[] not null default '{}',
  channels text[] not null check (channels <@ array['bell', 'mail'] and cardinality(channels) > 0),
  roles text[] not null default '{}',
  addresses text[] not null default '{}',
  paused_at timestamptz,
  by_name text not null,
  created_at timestamptz not null default now(),
  is_demo boolean not null default false,
  version int not null default 1,
  check (cardinality(roles) > 0 or cardinality(addresses) > 0)
);
create index notice_rules_event on notice_rules (event) where paused_at is null;
grant select, insert, update, delete on notice_rules to signet_app;

-- What a rule was sent for, so that one cause is told once.
create table notice_rule_hits (
  company_id int not null references companies (id),
  rule_id uuid not null,
  cause text not null check (length(cause) between 1 and 200),
  at timestamptz not null default now(),
  primary key (company_id, rule_id, cause)
);
create index notice_rule_hits_at on notice_rule_hits (company_id, rule_id, at);
alter table notice_rule_hits enable row level security;
alter table notice_rule_hits force row level security;
create policy tenant on notice_rule_hits using (company_id = any ((select app_companies())::int[]))
  with check (company_id = any ((select app_companies())::int[]));
grant select, insert, delete on notice_rule_hits to signet_app;
