-- What anybody reports on the public page of a company, without an account. New tables: locks nothing.
create table tip_pages (
  company_id int primary key references companies (id),
  is_on boolean not null default false,
  -- The company's own words on the page, by language.
  intro jsonb not null default '{}',
  keep_days smallint not null default 90 check (keep_days between 30 and 365)
);
select protect_company_table('tip_pages', 'select, insert, update');

-- What was reported: one row for each thing, however many people report it.
create table tips (
  company_id int not null references companies (id),
  id uuid not null,
  fingerprint bytea not null,
  title text not null check (length(title) between 1 and 300),
  -- The source it would be a threat of; null for a text that names nothing.
  source text,
  state text not null default 'new' check (state in ('new', 'waiting', 'threat', 'suppressed', 'dismissed')),
  -- Of the detector; null if it found nothing.
  score smallint check (score between 0 and 100),
  reporters int not null default 0,
  created_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  -- When the product put it in the review queue: only so many are within an hour.
  queued_at timestamptz,
  decided_by_name text,
  decided_at timestamptz,
  primary key (company_id, id),
  unique (company_id, fingerprint)
);
create index tips_waiting on tips (company_id, reporters, last_at, id) where state = 'waiting';
create index tips_last on tips (company_id, last_at);
create index tips_queued on tips (company_id, queued_at) where queued_at is not null;
select protect_company_table('tips', 'select, insert, update, delete');

create table tip_reports (
  company_id int not null,
  id uuid not null,
  tip_id uuid not null,
  -- Of the tracking code, which only the reporter has.
  code_hash bytea not null,
  details jsonb not null,
  -- Encrypted.
  email bytea,
  -- A keyed hash of the address it came from, deleted after some days.
  reporter bytea,
  -- The drawn copy of the picture in the file store; the original isn't kept.
  sha256 text check (length(sha256) = 64),
  picture jsonb,
  judged_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, code_hash),
  foreign key (company_id, tip_id) references tips (company_id, id) on delete cascade
);
create index tip_reports_tip on tip_reports (company_id, tip_id, created_at, id);
create index tip_reports_created on tip_reports (company_id, created_at);
create index tip_reports_sha256 on tip_reports (company_id, sha256) where sha256 is not null;
select protect_company_table('tip_reports', 'select, insert, update, delete');

create table tip_threats (
  company_id int not null,
  threat_id uuid not null,
  tip_id uuid not null,
  primary key (company_id, threat_id, tip_id),
  foreign key (company_id, tip_id) references tips (company_id, id) on delete cascade,
  foreign key (company_id, threat_id) references threats (company_id, id)
);
create index tip_threats_tip on tip_threats (company_id, tip_id);
select protect_company_table('tip_threats', 'select, insert, delete');
