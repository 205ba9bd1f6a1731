-- Threats and touts: what was found against a company, how it is reviewed, and what belongs to it. New tables only: locks nothing.

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
  stage text not null default 'queued'
    check (stage in ('queued', 'published', 'watchlist', 'deletionPending', 'deleted', 'merged')),
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
  -- When the client was notified: null before the end of the grace period, and for what was imported as published.
  announced_at timestamptz,
  -- Why it was recalled after the client was notified; null once it is published again.
  recall_reason text,
  sightings int not null default 1,
  is_demo boolean not null default false,
  version int not null default 1,
  kind text not null default 'threat' constraint threats_kind check (kind in ('threat', 'tout')),
  -- The trait (threat_traits) by which it is similar to threats of other domains, e.g. `certificateKey ab12…`; set when their domains are looked up.
  similar_trait text,
  -- Threats about the same thing have the same key, and lists show them as one row. Eight bytes, because every list reads it for
  -- thousands of rows, and int8 is leakproof: an index finds it under a policy. In this order: the trait, the registrable domain, the
  -- phone number or account, who signed the app, else the title without punctuation and case, per source. The name of an exposed service
  -- says nothing about its owner, so it counts with its host.
  similar_key bigint not null generated always as (hashtextextended(
    case
      when similar_trait is not null then 'trait ' || similar_trait
      when fields ->> 'registrable_domain' <> '' then 'domain ' || (fields ->> 'registrable_domain')
      when coalesce(fields ->> 'phone', fields ->> 'account_number', case source when 'WhatsApp' then fields ->> 'Profile' end, '') <> ''
        then 'account ' || regexp_replace(lower(
          coalesce(fields ->> 'phone', fields ->> 'account_number', fields ->> 'Profile')), '[\s[:punct:]]+', '', 'g')
      when fields ->> 'signerSha256' <> '' then 'signer ' || (fields ->> 'signerSha256')
      else 'title ' || source || ' ' || case source when 'EASM' then coalesce(fields ->> 'host', '') else '' end || ' '
        || coalesce(nullif(regexp_replace(lower(title), '[\s[:punct:]]+', '', 'g'), ''), title)
    end, 0)) stored,
  -- The fields that the list of a source shows by default, as it is sorted by them (features/threats/list/own-columns.ts): texts without
  -- case, dates as they are written, numbers. Null without a value that fits. Columns, because no jsonb operator is leakproof and an
  -- index on one couldn't be read alone.
  own_text_1 text generated always as (nullif(left(lower(case source
    when 'APK' then fields ->> 'packageName' when 'Instagram' then fields ->> 'ProfileName' when 'Reddit' then fields ->> 'ProfileName'
    when 'TikTok' then fields ->> 'ProfileName' when 'Twitter' then fields ->> 'Handle' when 'FB' then fields ->> 'subtype'
    when 'YouTube' then fields ->> 'videoTitle' when 'LinkedIn' then fields ->> 'profileLink' when 'Domain' then fields ->> 'registrar'
    when 'URL' then fields ->> 'urlSource' when 'DarkWeb' then fields ->> 'forum' when 'GitHub' then fields ->> 'path'
    when 'GoogleMaps' then fields ->> 'phone' when 'Advertisements' then fields ->> 'adSource'
    when 'FinancialFraud' then fields ->> 'account_name' when 'DocumentLeaks' then fields ->> 'docSource'
    when 'WhatsApp' then fields ->> 'Profile' when 'EASM' then fields ->> 'host' when 'Extension' then fields ->> 'store'
    when 'Telegram' then fields #>> '{channel_data,title}'
  end), 500), '')) stored,
  own_text_2 text generated always as (nullif(left(lower(case source
    when 'APK' then fields ->> 'store' when 'FB' then fields ->> 'ProfileUrl' when 'LinkedIn' then fields ->> 'headline'
    when 'URL' then fields ->> 'host' when 'DarkWeb' then fields ->> 'post_title' when 'GoogleMaps' then fields ->> 'website'
    when 'Advertisements' then fields ->> 'landingUrl' when 'FinancialFraud' then fields ->> 'bank_name'
    when 'DocumentLeaks' then fields ->> 'docCategory' when 'WhatsApp' then fields ->> 'inviteLink'
    when 'EASM' then fields ->> 'address'
  end), 500), '')) stored,
  own_text_3 text generated always as (nullif(left(lower(case source when 'APK' then fields ->> 'signerSha256' end), 500), '')) stored,
  own_date text collate "C" generated always as (substring(case source
    when 'Instagram' then fields ->> 'createdOn' when 'Reddit' then fields ->> 'createdOn' when 'TikTok' then fields ->> 'createdOn'
    when 'Twitter' then fields ->> 'createdOn' when 'Domain' then fields ->> 'registeredOn'
    when 'Advertisements' then fields ->> 'firstShown' when 'EASM' then fields ->> 'noLongerSeen'
  end from '^[0-9]{4}-[0-9]{2}-[0-9]{2}.{0,30}')) stored,
  own_number float8 generated always as (substring(case source
    when 'Instagram' then fields ->> 'followers' when 'Reddit' then fields ->> 'followers' when 'TikTok' then fields ->> 'followers'
    when 'Twitter' then fields ->> 'followers' when 'YouTube' then fields ->> 'subscribers' when 'URL' then fields ->> 'reports'
    when 'Advertisements' then fields ->> 'reach' when 'EASM' then fields ->> 'port' when 'Extension' then fields ->> 'installs'
    when 'Telegram' then fields #>> '{channel_data,participants_count}'
  end from '^-?[0-9]{1,15}(?:[.][0-9]{1,6})?$')::float8) stored,
  price float8 generated always as (substring(fields ->> 'price' from '^-?[0-9]{1,15}(?:[.][0-9]{1,6})?$')::float8) stored,
  face_value float8 generated always as (substring(fields ->> 'faceValue' from '^-?[0-9]{1,15}(?:[.][0-9]{1,6})?$')::float8) stored,
  quantity float8 generated always as (substring(fields ->> 'quantity' from '^-?[0-9]{1,15}(?:[.][0-9]{1,6})?$')::float8) stored,
  primary key (company_id, id),
  unique (company_id, kind, source, fingerprint)
);
-- A list is of one kind, so the kind follows the company in every index that a list reads. A list that groups similar threats reads the
-- first 10,000 of its order from the index alone.
create index threats_last_seen on threats (company_id, kind, last_seen, id, source, severity, threat_type, stage, status, auto_filtered,
  similar_key);
create index threats_first_seen on threats (company_id, kind, first_seen, id, source, severity, threat_type, stage, status,
  auto_filtered, similar_key);
create index threats_severity on threats (company_id, kind, severity, first_seen, id, source, stage, status, auto_filtered, similar_key);
create index threats_title on threats (company_id, kind, title, id, source, stage, status, auto_filtered, similar_key);
-- The first has every record of a source, and the others those with a value only, so that most records are in two or three of them.
create index threats_own_text_1 on threats (company_id, kind, source, own_text_1, id, stage, auto_filtered, severity, status, similar_key);
create index threats_own_text_2 on threats (company_id, kind, source, own_text_2, id, stage, auto_filtered, severity, status, similar_key)
  where own_text_2 is not null;
create index threats_own_text_3 on threats (company_id, kind, source, own_text_3, id, stage, auto_filtered, severity, status, similar_key)
  where own_text_3 is not null;
create index threats_own_date on threats (company_id, kind, source, own_date, id, stage, auto_filtered, severity, status, similar_key)
  where own_date is not null;
create index threats_own_number on threats (company_id, kind, source, own_number, id, stage, auto_filtered, severity, status, similar_key)
  where own_number is not null;
create index threats_price on threats (company_id, kind, source, price, id, stage, auto_filtered, severity, status, similar_key)
  where price is not null;
create index threats_face_value on threats (company_id, kind, source, face_value, id, stage, auto_filtered, severity, status, similar_key)
  where face_value is not null;
create index threats_quantity on threats (company_id, kind, source, quantity, id, stage, auto_filtered, severity, status, similar_key)
  where quantity is not null;
create index threats_stage on threats (company_id, kind, stage, source, first_seen, id);
create index threats_staged on threats (company_id, kind, stage, staged_at, id);
-- What waits for review, by how long: late records are counted from it alone.
create index threats_waiting on threats (company_id, kind, severity, staged_at, id) where stage = 'queued' and not auto_filtered;
create index threats_category on threats (company_id, kind, category, stage, source, auto_filtered) where category is not null;
create index threats_registrable_domain on threats (company_id, registrable_domain) where registrable_domain is not null;
create index threats_similar on threats (company_id, similar_key);
create index threats_search on threats using gin (company_id, search gin_trgm_ops);
select protect_company_table('threats', 'select, insert, update');

-- The short number of each threat, for people: `T-` and this, from 1 in each company. A table of its own, because a threat that is found again
-- is updated, and must not take a number first. The numbers come from a sequence for each company, so that no writer waits for another, and
-- so that they say nothing about other companies.
create table threat_numbers (
  company_id int not null,
  number int not null,
  threat_id uuid not null,
  primary key (company_id, number),
  unique (company_id, threat_id),
  foreign key (company_id, threat_id) references threats (company_id, id) on delete cascade
);
select protect_company_table('threat_numbers', 'select');

-- Begins after the numbers that are there already: a backup of a cluster has no sequences.
create function create_threat_numbers(company int) returns void language plpgsql as $$
begin
  execute format('create sequence if not exists threat_numbers_%s as int start %s', company,
    (select coalesce(max(number), 0) + 1 from threat_numbers where company_id = company));
end $$;
revoke all on function create_threat_numbers(int) from public;

-- Reviewed: both run as the owner, who has the sequences, and only write numbers, of rows that the policies allowed to be added.
create function number_company() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform create_threat_numbers(new.id);
  return null;
end $$;
create trigger number_company after insert on companies for each row execute function number_company();
create function number_threats() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into threat_numbers (company_id, number, threat_id)
    select company_id, nextval(('threat_numbers_' || company_id)::regclass), id from added;
  return null;
end $$;
-- Only rows that are new are among those added, not those that a conflict updates.
create trigger number_threats after insert on threats referencing new table as added
  for each statement execute function number_threats();
revoke all on function number_company(), number_threats() from public;
do $$ begin execute format('create policy owner_numbers on threat_numbers for insert to %I with check (true)', current_user); end $$;

-- Substring search under row-level security: LIKE is not leakproof, so under the policy it could not use the trigram index
-- (4 ms became 600 ms). This function reads as its owner and therefore applies the company predicate itself.
-- Reviewed: the company must be one of app.companies; it only returns ids of that company. A kind of null means both.
create function threats_matching(p_company int, p_kind text, p_needle text, p_field text) returns setof uuid
language plpgsql stable security definer rows 100 set search_path = public, pg_temp
-- Planned for each needle: a generic plan reads the whole company for a common one.
set plan_cache_mode = force_custom_plan as $$
declare pattern text := '%' || replace(replace(replace(lower(p_needle), '\', '\\'), '%', '\%'), '_', '\_') || '%';
begin
  if not (p_company = any (coalesce(app_companies(), '{}'))) then return; end if;
  return query select id from threats
    where company_id = p_company and (p_kind is null or kind = p_kind) and search like pattern
      and (p_field is null or lower(fields #>> string_to_array(p_field, '.')) like pattern)
    -- A broader search than that finds the newest; the other filters narrow what was found.
    order by first_seen desc, id desc
    limit 10001;
end $$;
-- Forced policies bind the owner as well; this lets the function (and nothing the product runs) read without the filter.
do $$ begin execute format('create policy owner_search on threats for select to %I using (true)', current_user); end $$;
revoke all on function threats_matching(int, text, text, text) from public;
grant execute on function threats_matching(int, text, text, text) to signet_app;

-- Where and when a threat was seen. One row per scan, so that a scan that runs again adds nothing.
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
select protect_company_table('sightings', 'select, insert');

-- What threats may share: name servers, registrar and minute, addresses, the key of a certificate.
create table threat_traits (
  company_id int not null,
  kind text not null check (kind in ('certificateKey', 'paymentAccount', 'analyticsId', 'phone', 'messenger', 'registration',
    'pageStructure', 'kitPath', 'favicon', 'nameServers', 'address')),
  value text not null check (length(value) between 1 and 500),
  threat_id uuid not null,
  -- In this order, because the question is which other threats have the same trait.
  primary key (company_id, kind, value, threat_id),
  foreign key (company_id, threat_id) references threats (company_id, id)
);
create index threat_traits_threat on threat_traits (company_id, threat_id);
select protect_company_table('threat_traits', 'select, insert, delete');

create table bookmarks (
  company_id int not null,
  user_id uuid not null,
  threat_id uuid not null,
  at timestamptz not null default now(),
  note text check (length(note) between 1 and 500),
  primary key (company_id, user_id, threat_id),
  foreign key (company_id, threat_id) references threats (company_id, id)
);
select protect_company_table('bookmarks', 'select, insert, delete, update (note)');

-- When a user of the client opened a threat for the first time.
create table client_views (
  company_id int not null,
  threat_id uuid not null,
  first_at timestamptz not null default now(),
  primary key (company_id, threat_id),
  foreign key (company_id, threat_id) references threats (company_id, id)
);
select protect_company_table('client_views', 'select, insert');

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
select protect_company_table('remarks', 'select, insert');

-- Captures, records and uploads; the bytes are in the file store under their SHA-256.
create table evidence (
  company_id int not null,
  id uuid not null,
  threat_id uuid not null,
  kind text not null check (kind in ('capture', 'record', 'upload')),
  name text not null,
  type text not null,
  size int not null,
  sha256 text not null check (length(sha256) = 64),
  captured_at timestamptz not null,
  -- The program that made it, with its version, and how it saw the page, e.g. `phone, DE`; a capture has both.
  tool text check (length(tool) <= 100),
  vantage text check (length(vantage) <= 100),
  -- The image shown in place of an uploaded one: decoded and written again, without anything else that was in the file. An upload
  -- without one is only offered for download.
  shown_sha256 text check (length(shown_sha256) = 64),
  shown_type text,
  shown_size int,
  constraint evidence_shown check (num_nulls(shown_sha256, shown_type, shown_size) in (0, 3)),
  primary key (company_id, id),
  unique (company_id, threat_id, sha256),
  foreign key (company_id, threat_id) references threats (company_id, id)
);
-- The nightly clean-up checks whether any row still refers to stored bytes.
create index evidence_sha256 on evidence (company_id, sha256);
create index evidence_shown_sha256 on evidence (company_id, shown_sha256) where shown_sha256 is not null;
select protect_company_table('evidence', 'select, insert, update');

-- What a company allows, added by a decision or manually.
create table allow_entries (
  company_id int not null references companies (id),
  id uuid not null,
  kind text not null check (kind in ('domain', 'host', 'address', 'account')),
  -- In the form it is looked up by.
  value text not null check (length(value) between 1 and 1000),
  -- The remark of the decision; null if it has none.
  reason text,
  by_user uuid,
  by_name text not null,
  -- The decision that added it; null when it was added manually.
  threat_id uuid,
  -- Of what was served there at the time; null when nobody checked.
  content_hash text,
  expires_at timestamptz,
  suppressions int not null default 0,
  last_suppressed_at timestamptz,
  -- Up to where the last scan that met it is counted, so that a scan that runs again after a crash counts nothing twice.
  counted_scan uuid,
  counted_line int,
  is_demo boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, kind, value),
  check (reason is not null or threat_id is not null),
  foreign key (company_id, threat_id) references threats (company_id, id)
);
create index allow_entries_created on allow_entries (company_id, created_at, id);
create index allow_entries_threat on allow_entries (company_id, threat_id) where threat_id is not null;
select protect_company_table('allow_entries', 'select, insert, update, delete');

-- Which reviewer works on which queued threat.
create table qa_claims (
  company_id int not null references companies (id),
  threat_id uuid not null,
  user_id uuid not null,
  user_name text not null,
  expires_at timestamptz not null,
  -- Claimed by opening the threat: shorter, and released when the reviewer opens the next one.
  is_opened boolean not null default false,
  primary key (company_id, threat_id),
  foreign key (company_id, threat_id) references threats (company_id, id)
);
select protect_company_table('qa_claims', 'select, insert, update, delete');

-- When a threat on the watchlist comes back to a reviewer.
create table qa_watches (
  company_id int not null references companies (id),
  threat_id uuid not null,
  every_days smallint not null check (every_days in (1, 7, 30)),
  checked_at timestamptz not null,
  checked_by_name text not null,
  due_at timestamptz not null,
  primary key (company_id, threat_id),
  foreign key (company_id, threat_id) references threats (company_id, id)
);
select protect_company_table('qa_watches', 'select, insert, update, delete');

-- Duplicates merged into other threats. Nothing of a duplicate is moved: reading what belongs to a threat includes what belongs to its
-- duplicates, so that deleting the row undoes a merge.
create table threat_merges (
  company_id int not null,
  threat_id uuid not null,
  -- Never merged itself: when it is, its duplicates follow it and remember the path.
  into_id uuid not null,
  -- The threats through which a duplicate came to into_id, the last one last; empty when it was merged directly.
  via uuid[] not null default '{}',
  from_stage text not null check (from_stage in ('queued', 'watchlist', 'published')),
  merged_by uuid not null,
  merged_by_name text not null,
  merged_at timestamptz not null default now(),
  primary key (company_id, threat_id),
  foreign key (company_id, threat_id) references threats (company_id, id),
  foreign key (company_id, into_id) references threats (company_id, id),
  check (threat_id <> into_id)
);
create index threat_merges_into on threat_merges (company_id, into_id);
select protect_company_table('threat_merges', 'select, insert, update, delete');

-- Lists of threats and touts as people save them: filters, order and columns under a name.
create table saved_views (
  company_id int not null references companies (id),
  id uuid not null,
  user_id uuid not null,
  user_name text not null,
  list text not null check (list in ('threats', 'touts')),
  name text not null check (length(name) between 1 and 60),
  source text not null,
  -- Names of the list's filters to their values, as in its address.
  filters jsonb not null,
  -- The columns in order, with widths; null for the list's default columns.
  columns jsonb,
  is_shared boolean not null default false,
  is_demo boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null default now(),
  primary key (company_id, id)
);
create index saved_views_list on saved_views (company_id, list, user_id);
create unique index saved_views_name_uq on saved_views (company_id, user_id, list, lower(name));
select protect_company_table('saved_views', 'select, insert, update, delete');
