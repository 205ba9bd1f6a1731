-- How threats come in: scans, certificate logs, ingest, and look-ups of domains. New tables only: locks nothing.

-- Runs of a detector over a feed. Belongs to the installation, not to a company.
create table scans (
  id uuid primary key,
  feed text not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed')),
  names_read bigint not null default 0,
  names_skipped bigint not null default 0,
  threats_added int not null default 0,
  threats_seen_again int not null default 0,
  error jsonb,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
grant select, insert, update on scans to signet_app;

-- Scans that were started for a company, with what they found for it.
create table company_scans (
  company_id int not null references companies (id),
  scan_id uuid not null,
  by_name text not null,
  requested_at timestamptz not null default now(),
  -- Counted with the threats themselves, so a scan that runs again after a crash counts nothing twice.
  threats_added int not null default 0,
  threats_seen_again int not null default 0,
  primary key (company_id, scan_id)
);
create index company_scans_at on company_scans (company_id, requested_at, scan_id);
select protect_company_table('company_scans', 'select, insert, update');

create table scan_stages (
  company_id int not null,
  scan_id uuid not null,
  stage text not null check (stage in ('permutations', 'certificates')),
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'skipped')),
  -- Names looked up, or entries read: written in the transaction that keeps what was found in them, so the stage resumes here.
  done bigint not null default 0 check (done >= 0),
  -- Null until it is known.
  total bigint check (total >= 0),
  names bigint not null default 0,
  skipped bigint not null default 0,
  found int not null default 0,
  note jsonb,
  primary key (company_id, scan_id, stage),
  foreign key (company_id, scan_id) references company_scans (company_id, scan_id)
);
select protect_company_table('scan_stages', 'select, insert, update');

-- How far a scan has read each certificate log. Deleted when the stage is over; a scan does not change the positions in ct_logs.
create table scan_logs (
  company_id int not null,
  scan_id uuid not null,
  -- Like ct_logs.log_id.
  log_id text not null check (length(log_id) between 1 and 500),
  first_index bigint not null check (first_index >= 0),
  until_index bigint not null check (until_index >= first_index),
  next_index bigint not null check (next_index between first_index and until_index),
  -- With the tree head and the edge of the tree: CtCursor of packages/connectors.
  cursor jsonb not null check (jsonb_typeof(cursor) = 'object' and length(cursor::text) <= 16384),
  primary key (company_id, scan_id, log_id),
  foreign key (company_id, scan_id) references company_scans (company_id, scan_id)
);
select protect_company_table('scan_logs', 'select, insert, update, delete');

-- The certificate transparency logs that names are read from: how far each is read, and what went wrong. Of the installation.
create table ct_logs (
  -- The scan id in the sightings of threats that the log led to.
  id uuid primary key,
  -- SHA-256 of the log's key in base64 (RFC 6962, section 3.2); for a stream, its address.
  log_id text not null unique check (length(log_id) between 1 and 500),
  operator text not null,
  description text not null,
  url text not null,
  kind text not null check (kind in ('rfc6962', 'static-ct', 'certstream')),
  state text not null default 'waiting' check (state in ('waiting', 'reading', 'stopped', 'ended')),
  -- False as soon as the configured list no longer has it.
  is_listed boolean not null default true,
  -- Entries before this one are done: written in the transaction that keeps what they held.
  next_index bigint not null default 0 check (next_index >= 0),
  -- The newest tree head that was accepted; a later one must contain it.
  tree_size bigint not null default 0 check (tree_size >= 0),
  tree_root text,
  tree_at timestamptz,
  -- Roots of the full subtrees left of next_index, from which the root of the tree is computed as entries arrive.
  edge text check (length(edge) <= 8192),
  -- When the newest entry that was read had been logged.
  entry_at timestamptz,
  entries_read bigint not null default 0,
  names_read bigint not null default 0,
  threats_added bigint not null default 0,
  unreadable bigint not null default 0,
  gaps bigint not null default 0,
  failures int not null default 0,
  error jsonb,
  retry_at timestamptz,
  checked_at timestamptz,
  created_at timestamptz not null default now(),
  -- Shown as it was when the demo was loaded; never read.
  is_demo boolean not null default false
);
grant select, insert, update on ct_logs to signet_app;

-- What collectors sent in, and how far it was read.
create table ingest_jobs (
  company_id int not null references companies (id),
  id uuid not null,
  source text not null,
  api_key_id uuid not null,
  key_name text not null,
  idempotency_key text check (length(idempotency_key) between 1 and 200),
  -- Of the request that works on it; a request that lost it changes nothing more.
  run uuid not null,
  state text not null default 'running' check (state in ('running', 'done', 'failed')),
  lines_done int not null default 0,
  accepted int not null default 0,
  duplicates int not null default 0,
  -- Findings that were the company's own or on its allow list.
  suppressed int not null default 0,
  rejected_count int not null default 0,
  rejected jsonb not null default '[]',
  -- Of the lines that are done: distinguishes a stream that is sent again from a different one.
  lines_hash bytea,
  -- The reason of a failure; null if the connection broke off.
  error text,
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id)
);
create unique index ingest_jobs_key on ingest_jobs (company_id, idempotency_key) where idempotency_key is not null;
create index ingest_jobs_created on ingest_jobs (company_id, created_at, id);
select protect_company_table('ingest_jobs', 'select, insert, update');

-- When the domain of each threat is looked up again.
create table domain_watches (
  company_id int not null,
  threat_id uuid not null,
  host text not null check (length(host) between 1 and 253),
  next_at timestamptz not null default now(),
  -- A worker has it until then; after a crash another one takes it.
  claimed_until timestamptz,
  checked_at timestamptz,
  failures smallint not null default 0,
  -- The score before anything was looked up; what was found is added to it.
  base_score smallint,
  -- Changes that reopened the threat: each does so once.
  reopened_for text[] not null default '{}',
  -- The state that the last conclusive check found the target in.
  asset_state text check (asset_state in ('active', 'cloaked', 'redirecting', 'parked', 'offline')),
  -- The reasons that the lookup added to the threat, so that the next lookup replaces these and no others.
  added jsonb not null default '[]',
  primary key (company_id, threat_id),
  foreign key (company_id, threat_id) references threats (company_id, id)
);
create index domain_watches_due on domain_watches (company_id, next_at, threat_id);
select protect_company_table('domain_watches', 'select, insert, update, delete');

-- Captures of the pages of threats. The files are evidence of the threat.
create table captures (
  company_id int not null,
  id uuid not null,
  threat_id uuid not null,
  address text not null check (length(address) between 1 and 2000),
  status text not null default 'waiting' check (status in ('waiting', 'running', 'done', 'failed')),
  failure text check (failure in ('noBrowser', 'browserEnded')),
  requested_at timestamptz not null default now(),
  -- `changed`: a check found the target in another state.
  trigger text not null check (trigger in ('requested', 'new', 'changed')),
  requested_by text,
  ended_at timestamptz,
  differences text[] not null default '{}',
  visits jsonb not null default '[]',
  primary key (company_id, id),
  foreign key (company_id, threat_id) references threats (company_id, id),
  check ((status = 'done' or status = 'failed') = (ended_at is not null)),
  check ((status = 'failed') = (failure is not null)),
  check ((trigger = 'requested') = (requested_by is not null))
);
create index captures_threat on captures (company_id, threat_id, requested_at, id);
-- One at a time, and one because the threat is new.
create unique index captures_open on captures (company_id, threat_id) where status in ('waiting', 'running');
create unique index captures_new on captures (company_id, threat_id) where trigger = 'new';
select protect_company_table('captures', 'select, insert, update');

-- What the comparison of each visit of a capture with the brand found.
create table lookalike_proofs (
  company_id int not null,
  capture_id uuid not null,
  -- Its place in captures.visits.
  visit smallint not null,
  threat_id uuid not null,
  -- SHA-256 of the picture of what the visitor saw first, which is evidence of the threat, and its size in CSS pixels.
  picture text not null check (length(picture) = 64),
  width real not null check (width > 0),
  height real not null check (height > 0),
  shows_brand real not null check (shows_brand between 0 and 1),
  verdict text check (verdict in ('impostor', 'parked')),
  places jsonb not null,
  indicators jsonb not null,
  -- Its reasons are among those of the threat.
  is_applied boolean not null default false,
  compared_at timestamptz not null,
  primary key (company_id, capture_id, visit),
  foreign key (company_id, capture_id) references captures (company_id, id),
  foreign key (company_id, threat_id) references threats (company_id, id)
);
create index lookalike_proofs_threat on lookalike_proofs (company_id, threat_id, compared_at);
create unique index lookalike_proofs_applied on lookalike_proofs (company_id, threat_id) where is_applied;
select protect_company_table('lookalike_proofs', 'select, insert, update');

-- When the front page of each official domain of a brand was captured. The files are in files, as those of the brand.
create table official_pages (
  company_id int not null,
  brand_id uuid not null,
  host text not null check (length(host) between 1 and 253),
  -- The last attempt, and the last one that showed a page.
  checked_at timestamptz not null,
  captured_at timestamptz,
  primary key (company_id, brand_id, host),
  foreign key (company_id, brand_id) references brands (company_id, id) on delete cascade
);
select protect_company_table('official_pages', 'select, insert, update, delete');

create table domain_observations (
  company_id int not null,
  id uuid not null,
  threat_id uuid not null,
  kind text not null check (kind in ('registration', 'dns', 'hosting', 'tls', 'http')),
  facts jsonb not null check (jsonb_typeof(facts) = 'object' and length(facts::text) <= 65536),
  -- SHA-256 of the facts that matter: the same hash is the same state.
  hash text not null,
  changes jsonb not null default '[]',
  observed_at timestamptz not null,
  seen_at timestamptz not null,
  seen_count int not null default 1,
  -- A state that differs from the one before counts when it was seen twice: answers fluctuate.
  is_settled boolean not null,
  -- The program that observed it first, with its version.
  tool text check (length(tool) <= 100),
  is_demo boolean not null default false,
  -- The registrar of a registration; the CDN, otherwise the holder of the first network, of a host.
  provider text generated always as (left(case kind
    when 'registration' then facts ->> 'registrar'
    when 'hosting' then coalesce(facts #>> '{cdn,name}', facts #>> '{addresses,0,network,holder}',
      facts #>> '{addresses,0,network,name}')
  end, 200)) stored,
  primary key (company_id, id),
  foreign key (company_id, threat_id) references threats (company_id, id)
);
-- For the statistics of takedowns, which read the index alone.
create index domain_observations_provider on domain_observations (company_id, threat_id, kind, observed_at desc) include (provider)
  where is_settled and provider is not null;
create index domain_observations_threat on domain_observations (company_id, threat_id, observed_at desc, id);
create unique index domain_observations_pending on domain_observations (company_id, threat_id, kind) where not is_settled;
create index domain_observations_key on domain_observations (company_id, (facts -> 'certificate' ->> 'keySha256'))
  where kind = 'tls';
select protect_company_table('domain_observations', 'select, insert, update, delete');

-- Abuse contacts of registrars, networks and platforms: public facts, the same for every company. Belongs to the installation.
create table abuse_contacts (
  id uuid primary key default gen_random_uuid(),
  -- What a notice is sent to: the email address, otherwise the form, otherwise the phone number.
  recipient text not null unique check (length(recipient) between 3 and 500),
  role text not null check (role in ('registrar', 'host', 'network', 'cdn', 'registry', 'cert', 'siteOwner', 'platform', 'blockList')),
  name text not null check (length(name) between 1 and 500),
  email text check (length(email) <= 254),
  phone text check (length(phone) <= 100),
  form text check (length(form) <= 500),
  origin text not null check (origin in ('rdap', 'whois', 'securityTxt', 'curated')),
  -- The address of the record, or the server that answered.
  record text check (length(record) <= 1000),
  -- For a platform: the threat sources whose cases it is for.
  sources text[] not null default '{}',
  -- For a national CERT: its countries (ISO 3166-1 alpha-2).
  countries text[] not null default '{}',
  seen_at timestamptz not null,
  -- When a message to it was last returned or refused; null if the last one was taken.
  bounced_at timestamptz,
  rule text check (rule in ('ignore', 'replace')),
  replacement text check (length(replacement) between 3 and 500),
  rule_reason text check (length(rule_reason) between 3 and 500),
  rule_by_name text,
  rule_at timestamptz,
  version int not null default 1,
  check (recipient = coalesce(email, form, phone)),
  check ((replacement is not null) = (rule is not null and rule = 'replace')),
  check ((rule is null) = (rule_reason is null) and (rule is null) = (rule_at is null) and (rule is null) = (rule_by_name is null))
);
create index abuse_contacts_seen on abuse_contacts (seen_at desc, id);
create index abuse_contacts_sources on abuse_contacts using gin (sources);
grant select, insert, update on abuse_contacts to signet_app;

-- The public report forms of platforms, of the block lists of browsers, and of NetBeacon, which passes reports on to registrars.
insert into abuse_contacts (recipient, role, name, email, form, origin, sources, seen_at)
select coalesce(email, form), role, name, email, form, 'curated', sources, '2026-11-01T00:00:00Z' from (values
  ('platform', 'Facebook', null, 'https://www.facebook.com/help/intellectual_property/', array['FB', 'Advertisements']),
  ('platform', 'Instagram', null, 'https://help.instagram.com/contact/636276399721841', array['Instagram']),
  ('platform', 'WhatsApp', null, 'https://www.whatsapp.com/contact/', array['WhatsApp']),
  ('platform', 'X', null, 'https://help.x.com/en/forms/authenticity/impersonation', array['Twitter']),
  ('platform', 'YouTube', null, 'https://support.google.com/youtube/answer/6154218', array['YouTube']),
  ('platform', 'LinkedIn', null, 'https://www.linkedin.com/help/linkedin/ask/TS-NFPI', array['LinkedIn']),
  ('platform', 'Telegram', 'abuse@telegram.org', null, array['Telegram']),
  ('platform', 'TikTok', null, 'https://www.tiktok.com/legal/report/Trademark', array['TikTok']),
  ('platform', 'Reddit', null, 'https://www.reddit.com/report', array['Reddit']),
  ('platform', 'GitHub', null, 'https://support.github.com/contact/report-abuse', array['GitHub']),
  ('platform', 'Google Maps', null, 'https://support.google.com/business/contact/business_redressal_form', array['GoogleMaps']),
  ('platform', 'Google Ads', null, 'https://support.google.com/ads/troubleshooter/4578507', array['Advertisements']),
  ('platform', 'Google Play', null, 'https://support.google.com/googleplay/android-developer/answer/1085703', array['APK']),
  ('platform', 'Apple App Store', null, 'https://www.apple.com/legal/intellectual-property/dispute-forms/app-store/', array['APK']),
  ('platform', 'Chrome Web Store', null, 'https://support.google.com/chrome_webstore/answer/7508032', array['Extension']),
  ('blockList', 'Google Safe Browsing', null, 'https://safebrowsing.google.com/safebrowsing/report_phish/', array['Domain', 'URL']),
  ('blockList', 'Microsoft Defender SmartScreen', null, 'https://www.microsoft.com/wdsi/support/report-unsafe-site', array['Domain', 'URL']),
  ('registrar', 'NetBeacon Reporter', null, 'https://netbeacon.org/reporting/', array['Domain', 'URL'])
) as curated (role, name, email, form, sources);

-- The public contacts of national CERTs (computer emergency response teams), as they publish them.
insert into abuse_contacts (recipient, role, name, email, form, origin, record, countries, seen_at)
select coalesce(email, form), 'cert', name, email, form, 'curated', record, array[country], '2026-11-01T00:00:00Z' from (values
  ('AT', 'CERT.at', 'reports@cert.at', null, 'https://www.cert.at/'),
  ('AU', 'Australian Cyber Security Centre', null, 'https://www.cyber.gov.au/report-and-recover/report', 'https://www.cyber.gov.au/'),
  ('BE', 'Safeonweb, Centre for Cybersecurity Belgium', 'suspicious@safeonweb.be', null, 'https://safeonweb.be/'),
  ('BR', 'CERT.br', 'cert@cert.br', null, 'https://www.cert.br/'),
  ('CA', 'Canadian Centre for Cyber Security', 'contact@cyber.gc.ca', null, 'https://www.cyber.gc.ca/'),
  ('CH', 'National Cyber Security Centre of Switzerland', null, 'https://www.report.ncsc.admin.ch/', 'https://www.ncsc.admin.ch/'),
  ('CZ', 'CSIRT.CZ', 'abuse@csirt.cz', null, 'https://csirt.cz/'),
  ('DE', 'CERT-Bund', 'certbund@bsi.bund.de', null, 'https://www.bsi.bund.de/'),
  ('ES', 'INCIBE-CERT', 'incidencias@incibe-cert.es', null, 'https://www.incibe.es/incibe-cert'),
  ('FI', 'NCSC-FI', 'cert@traficom.fi', null, 'https://www.kyberturvallisuuskeskus.fi/'),
  ('FR', 'CERT-FR', 'cert-fr@ssi.gouv.fr', null, 'https://www.cert.ssi.gouv.fr/'),
  ('GB', 'National Cyber Security Centre', 'report@phishing.gov.uk', null, 'https://www.ncsc.gov.uk/'),
  ('IN', 'CERT-In', 'incident@cert-in.org.in', null, 'https://www.cert-in.org.in/'),
  ('JP', 'JPCERT/CC', 'info@jpcert.or.jp', null, 'https://www.jpcert.or.jp/'),
  ('NL', 'NCSC-NL', 'cert@ncsc.nl', null, 'https://www.ncsc.nl/'),
  ('PL', 'CERT Polska', 'cert@cert.pl', null, 'https://cert.pl/'),
  ('PT', 'CERT.PT', 'cert@cert.pt', null, 'https://www.cncs.gov.pt/'),
  ('SE', 'CERT-SE', 'cert@cert.se', null, 'https://www.cert.se/'),
  ('SG', 'SingCERT', 'singcert@csa.gov.sg', null, 'https://www.csa.gov.sg/'),
  ('US', 'CISA', null, 'https://www.cisa.gov/report', 'https://www.cisa.gov/')
) as cert (country, name, email, form, record);

-- Public answers about public names, cached so that no server is asked twice; contains nothing of a company.
create table domain_answers (
  key text primary key,
  answer jsonb not null,
  fetched_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index domain_answers_expired on domain_answers (expires_at);
-- When a server may be asked again, by any process.
create table answer_gates (
  server text primary key,
  next_at timestamptz not null
);
grant select, insert, update, delete on domain_answers, answer_gates to signet_app;
