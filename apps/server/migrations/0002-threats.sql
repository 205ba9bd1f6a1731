-- What a company protects, what was found against it, and what was decided. New tables only: locks nothing that exists.
--
-- Every table of a company has company_id first in its keys (it can be distributed by it) and row-level security, forced.
-- app.companies holds the ids a transaction may see, comma-joined; unset or empty shows no rows.

create function app_companies() returns int[] language sql stable parallel safe as
  $$ select string_to_array(nullif(current_setting('app.companies', true), ''), ',')::int[] $$;

create policy tenant on companies for select to signet_app using (id = any ((select app_companies())::int[]));

create table brands (
  company_id int not null references companies (id),
  id uuid not null,
  key text not null,
  name text not null,
  aliases text[] not null,
  official text[] not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, key)
);

create table threats (
  company_id int not null references companies (id),
  id uuid not null,
  source text not null,
  fingerprint bytea not null,
  title text not null check (length(title) <= 500),
  search text not null,
  threat_type text not null,
  severity smallint not null check (severity between 1 and 4),
  status text not null default 'open' check (status in ('open', 'whitelist', 'falsePositive', 'takedown', 'deeperAnalysis')),
  stage text not null default 'queued' check (stage in ('queued', 'published', 'watchlist', 'deletionPending', 'deleted')),
  staged_at timestamptz not null default now(),
  staged_by uuid,
  staged_by_name text,
  stage_reason text,
  auto_filtered boolean not null default false,
  category text,
  url text,
  fields jsonb not null,
  -- A column of its own, because a jsonb operator is not leakproof and finds no index under a policy.
  registrable_domain text generated always as (fields ->> 'registrable_domain') stored,
  brand_id uuid,
  class text,
  score smallint not null check (score between 0 and 100),
  indicators jsonb not null default '[]',
  first_seen timestamptz not null,
  last_seen timestamptz not null,
  published_at timestamptz,
  sightings int not null default 1,
  is_demo boolean not null default false,
  version int not null default 1,
  primary key (company_id, id),
  unique (company_id, source, fingerprint)
);
create index threats_last_seen on threats (company_id, last_seen, id, source, severity, threat_type, stage);
create index threats_first_seen on threats (company_id, first_seen, id, source, severity, threat_type, stage, status, auto_filtered);
create index threats_severity on threats (company_id, severity, first_seen, id, source, stage);
create index threats_title on threats (company_id, title, id, source, stage);
create index threats_stage on threats (company_id, stage, source, first_seen, id);
create index threats_staged on threats (company_id, stage, staged_at, id);
create index threats_registrable_domain on threats (company_id, registrable_domain) where registrable_domain is not null;
create index threats_category on threats (company_id, category, stage, source, auto_filtered) where category is not null;
create index threats_search on threats using gin (company_id, search gin_trgm_ops);

-- Where and when a threat was seen. One row a scan, so that a scan that runs again adds nothing.
create table sightings (
  company_id int not null,
  threat_id uuid not null,
  scan_id uuid not null,
  feed text not null,
  line int,
  text text not null,
  seen_at timestamptz not null,
  primary key (company_id, threat_id, scan_id),
  foreign key (company_id, threat_id) references threats (company_id, id)
);

create table bookmarks (
  company_id int not null,
  user_id uuid not null,
  threat_id uuid not null,
  at timestamptz not null default now(),
  primary key (company_id, user_id, threat_id),
  foreign key (company_id, threat_id) references threats (company_id, id)
);

create table remarks (
  company_id int not null,
  id uuid not null,
  threat_id uuid not null,
  kind text not null,
  text text not null,
  by_user uuid not null,
  by_name text not null,
  at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, threat_id) references threats (company_id, id)
);
create index remarks_threat on remarks (company_id, threat_id, at);

-- Stored bytes (captures, records); the bytes lie in the file store under their SHA-256.
create table evidence (
  company_id int not null,
  id uuid not null,
  threat_id uuid not null,
  kind text not null check (kind in ('capture', 'record')),
  name text not null,
  type text not null,
  size int not null,
  sha256 text not null check (length(sha256) = 64),
  captured_at timestamptz not null,
  primary key (company_id, id),
  unique (company_id, threat_id, sha256),
  foreign key (company_id, threat_id) references threats (company_id, id)
);

create table takedowns (
  company_id int not null,
  id uuid not null,
  threat_id uuid not null,
  status text not null,
  asset_state text not null default 'unknown',
  reference text,
  reached_at jsonb not null default '{}',
  requested_by uuid,
  requested_by_name text not null,
  requested_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  is_demo boolean not null default false,
  version int not null default 1,
  primary key (company_id, id),
  foreign key (company_id, threat_id) references threats (company_id, id)
);
create unique index takedowns_open_uq on takedowns (company_id, threat_id) where status in ('draft', 'awaiting_authorisation',
  'authorised', 'submitted', 'acknowledged', 'info_requested', 'escalated', 'offline_monitoring', 'reopened');
create index takedowns_requested on takedowns (company_id, requested_at, id);
create index takedowns_threat on takedowns (company_id, threat_id);

create table deeper_analyses (
  company_id int not null,
  id uuid not null,
  threat_id uuid not null,
  status text not null default 'requested' check (status in ('requested', 'inProgress', 'completed', 'aborted')),
  requested_by uuid,
  requested_by_name text not null,
  requested_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  is_demo boolean not null default false,
  version int not null default 1,
  primary key (company_id, id),
  foreign key (company_id, threat_id) references threats (company_id, id)
);
create unique index deeper_analyses_open_uq on deeper_analyses (company_id, threat_id) where status in ('requested', 'inProgress');
create index deeper_analyses_threat on deeper_analyses (company_id, threat_id);

-- Who did what. Append-only: the application may insert and read. The history of a threat or takedown is read from here.
create table audit (
  company_id int not null references companies (id),
  id uuid not null,
  at timestamptz not null default clock_timestamp(),
  user_id uuid,
  by_name text,
  by_email text,
  by_role text,
  ip text,
  action text not null,
  target_type text not null,
  target_id uuid not null,
  before jsonb,
  after jsonb,
  request_id text,
  primary key (company_id, id)
);
create index audit_at on audit (company_id, at, id);
create index audit_target on audit (company_id, target_id, at, id);

-- Answers of writes that carried an Idempotency-Key, kept with the change they belong to.
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

do $$
declare t text;
begin
  foreach t in array array['brands', 'threats', 'sightings', 'bookmarks', 'remarks', 'evidence', 'takedowns',
    'deeper_analyses', 'audit', 'idempotency_keys'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    -- The sub-select is evaluated once a statement, not once a row.
    execute format('create policy tenant on %I using (company_id = any ((select app_companies())::int[]))
      with check (company_id = any ((select app_companies())::int[]))', t);
  end loop;
end $$;

grant select, insert, update on brands, threats, takedowns, deeper_analyses, evidence to signet_app;
grant select, insert on sightings, remarks, audit to signet_app;
grant select, insert, delete on bookmarks to signet_app;
grant select, insert, update, delete on idempotency_keys to signet_app;
grant delete on brands to signet_app;

-- Substring search under row-level security: LIKE is not leakproof, so under the policy it could not use the trigram index
-- (4 ms became 600 ms). This function reads as its owner and therefore applies the company predicate itself.
-- Reviewed: the company must be one of app.companies; nothing but ids of that company leaves it.
create function threats_matching(p_company int, p_needle text, p_field text) returns setof uuid
language plpgsql stable security definer rows 100 set search_path = public, pg_temp
-- Planned for each needle: a plan made for any needle walks the whole company for a common one.
set plan_cache_mode = force_custom_plan as $$
declare pattern text := '%' || replace(replace(replace(lower(p_needle), '\', '\\'), '%', '\%'), '_', '\_') || '%';
begin
  if not (p_company = any (coalesce(app_companies(), '{}'))) then return; end if;
  return query select id from threats
    where company_id = p_company and search like pattern
      and (p_field is null or lower(fields #>> string_to_array(p_field, '.')) like pattern)
    -- A broader search than that finds the newest; the other filters narrow what was found.
    order by first_seen desc, id desc
    limit 10001;
end $$;
-- Forced policies bind the owner as well; this lets the function (and nothing the product runs) read without the filter.
do $$ begin execute format('create policy owner_search on threats for select to %I using (true)', current_user); end $$;
revoke all on function threats_matching(int, text, text) from public;
grant execute on function threats_matching(int, text, text) to signet_app;

-- Runs of a detector over a feed. Belongs to the installation, not to a company.
create table scans (
  id uuid primary key,
  feed text not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed')),
  names_read bigint not null default 0,
  names_skipped bigint not null default 0,
  threats_added int not null default 0,
  threats_seen_again int not null default 0,
  error text,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
grant select, insert, update on scans to signet_app;
