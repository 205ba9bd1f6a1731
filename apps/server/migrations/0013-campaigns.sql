-- Campaigns: threats joined by the traits that they share; and the relations of deeper analyses, which can name one. New tables and
-- triggers: locks the tables with triggers for a moment.

-- A row for each company that ever had a campaign. Locked by whatever changes campaigns of the company.
create table campaign_numbers (
  company_id int primary key references companies (id),
  last_number int not null default 0
);
select protect_company_table('campaign_numbers', 'select, insert, update');

create table campaigns (
  company_id int not null references companies (id),
  id uuid not null,
  number int not null,
  created_at timestamptz not null default now(),
  -- When threats last joined or left it.
  changed_at timestamptz not null default now(),
  merged_into uuid,
  primary key (company_id, id),
  unique (company_id, number),
  foreign key (company_id, merged_into) references campaigns (company_id, id)
);
select protect_company_table('campaigns', 'select, insert, update');

create table campaign_threats (
  company_id int not null,
  threat_id uuid not null,
  campaign_id uuid not null,
  primary key (company_id, threat_id),
  foreign key (company_id, threat_id) references threats (company_id, id),
  foreign key (company_id, campaign_id) references campaigns (company_id, id)
);
create index campaign_threats_campaign on campaign_threats (company_id, campaign_id);
select protect_company_table('campaign_threats', 'select, insert, update, delete');

-- Threats that a person split off: they join none.
create table campaign_split_threats (
  company_id int not null,
  threat_id uuid not null,
  campaign_id uuid not null,
  by_user uuid not null,
  by_name text not null,
  at timestamptz not null default now(),
  reason text check (length(reason) between 1 and 500),
  primary key (company_id, threat_id),
  foreign key (company_id, threat_id) references threats (company_id, id),
  foreign key (company_id, campaign_id) references campaigns (company_id, id)
);
create index campaign_split_threats_campaign on campaign_split_threats (company_id, campaign_id);
select protect_company_table('campaign_split_threats', 'select, insert, update (campaign_id), delete');

-- Traits that a person ignored: no threats are joined by them.
create table campaign_ignored_traits (
  company_id int not null,
  kind text not null check (kind in ('certificateKey', 'paymentAccount', 'analyticsId', 'phone', 'messenger', 'registration',
    'pageStructure', 'kitPath', 'favicon', 'nameServers', 'address')),
  value text not null check (length(value) between 1 and 500),
  campaign_id uuid not null,
  by_user uuid not null,
  by_name text not null,
  at timestamptz not null default now(),
  reason text check (length(reason) between 1 and 500),
  primary key (company_id, kind, value),
  foreign key (company_id, campaign_id) references campaigns (company_id, id)
);
create index campaign_ignored_traits_campaign on campaign_ignored_traits (company_id, campaign_id);
select protect_company_table('campaign_ignored_traits', 'select, insert, update (campaign_id), delete');

-- Changes that the campaigns don't contain yet: a threat that has or lost a trait, or (without one) a threat that was published or has left.
-- Only ever added to and emptied, so that no writer waits for another.
create table campaign_changes (
  company_id int not null references companies (id),
  id bigint generated always as identity,
  threat_id uuid not null,
  kind text,
  value text,
  primary key (company_id, id),
  check (num_nulls(kind, value) in (0, 2))
);
select protect_company_table('campaign_changes', 'select, insert, delete');

-- A trigger, because campaigns must never miss a change, whatever made it.
create function note_campaign_change() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'threats' then
    insert into campaign_changes (company_id, threat_id) values (new.company_id, new.id);
  elsif tg_op = 'DELETE' then
    insert into campaign_changes (company_id, threat_id, kind, value) values (old.company_id, old.threat_id, old.kind, old.value);
  else
    insert into campaign_changes (company_id, threat_id, kind, value) values (new.company_id, new.threat_id, new.kind, new.value);
  end if;
  return null;
end $$;
create trigger threat_traits_campaign after insert or delete on threat_traits for each row execute function note_campaign_change();
create trigger threats_campaign after update of stage, status on threats for each row
  when ((old.stage = 'published' and old.status not in ('whitelist', 'falsePositive'))
    is distinct from (new.stage = 'published' and new.status not in ('whitelist', 'falsePositive')))
  execute function note_campaign_change();

-- Other records that have to do with a deeper analysis: exactly one of the three in each row.
create table analysis_relations (
  company_id int not null,
  analysis_id uuid not null,
  target_id uuid not null generated always as (coalesce(threat_id, takedown_id, campaign_id)) stored,
  threat_id uuid,
  takedown_id uuid,
  campaign_id uuid,
  by_name text not null,
  at timestamptz not null default clock_timestamp(),
  constraint analysis_relations_one check (num_nonnulls(threat_id, takedown_id, campaign_id) = 1),
  primary key (company_id, analysis_id, target_id),
  foreign key (company_id, analysis_id) references deeper_analyses (company_id, id),
  foreign key (company_id, threat_id) references threats (company_id, id),
  foreign key (company_id, takedown_id) references takedowns (company_id, id),
  foreign key (company_id, campaign_id) references campaigns (company_id, id)
);
select protect_company_table('analysis_relations', 'select, insert, delete');
