-- Takedowns, deeper analyses and requests, and the files, reports and exports of companies. New tables only: locks nothing.

-- Files that belong to cases, reports, exports, requests and companies; the bytes are in the file store under their SHA-256.
create table files (
  company_id int not null references companies (id),
  id uuid not null,
  owner_kind text not null
    check (owner_kind in ('takedown', 'deeperAnalysis', 'report', 'export', 'request', 'logo', 'brandLogo', 'brandCapture',
      'officialPage', 'rights')),
  -- The record it belongs to; null for a logo, which belongs to the company itself.
  owner_id uuid,
  name text not null check (length(name) between 1 and 200),
  type text not null,
  size int not null check (size >= 0),
  sha256 text not null check (length(sha256) = 64),
  created_by uuid,
  created_by_name text not null,
  -- Not now(): several files of one request keep their order.
  created_at timestamptz not null default clock_timestamp(),
  is_demo boolean not null default false,
  -- As in evidence.
  shown_sha256 text check (length(shown_sha256) = 64),
  shown_type text,
  shown_size int,
  constraint files_shown check (num_nulls(shown_sha256, shown_type, shown_size) in (0, 3)),
  primary key (company_id, id)
);
create index files_owner on files (company_id, owner_kind, owner_id, created_at, id);
-- The nightly clean-up checks whether any row still refers to stored bytes.
create index files_sha256 on files (company_id, sha256);
create index files_shown_sha256 on files (company_id, shown_sha256) where shown_sha256 is not null;
select protect_company_table('files', 'select, insert, delete');

create table takedowns (
  company_id int not null,
  id uuid not null,
  threat_id uuid not null,
  status text not null check (status in (
    'draft', 'awaiting_authorisation', 'authorised', 'submitted', 'acknowledged', 'info_requested', 'escalated',
    'offline_monitoring', 'resolved', 'reopened', 'refused', 'unsuccessful', 'withdrawn', 'stale', 'invalid',
    'duplicate'
  )),
  asset_state text not null default 'unknown'
    check (asset_state in ('active', 'cloaked', 'redirecting', 'parked', 'offline', 'unknown')),
  reference text,
  -- When each status was last reached, ISO 8601.
  reached_at jsonb not null default '{}',
  requested_by uuid,
  requested_by_name text not null,
  requested_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  is_demo boolean not null default false,
  version int not null default 1,
  -- While its target is offline: the end of the watch.
  watched_until timestamptz,
  -- How often it came back after it was down.
  relapse_count int not null default 0,
  -- Statuses that a person set although nothing recorded in the case says so: {status: {by, reason}}.
  set_manually jsonb not null default '{}',
  -- When its next reminder or escalation is to be computed or is due; null while it waits for nobody outside.
  next_step_at timestamptz,
  constraint takedowns_one_line check (is_one_line(reference)),
  primary key (company_id, id),
  foreign key (company_id, threat_id) references threats (company_id, id)
);
-- One open takedown per threat. The statuses are openTakedownStatuses of packages/contract.
create unique index takedowns_open_uq on takedowns (company_id, threat_id) where status in ('draft', 'awaiting_authorisation',
  'authorised', 'submitted', 'acknowledged', 'info_requested', 'escalated', 'offline_monitoring', 'reopened');
create index takedowns_requested on takedowns (company_id, requested_at, id);
create index takedowns_next_step on takedowns (company_id, next_step_at, id) where next_step_at is not null;
create index takedowns_threat on takedowns (company_id, threat_id, status);
select protect_company_table('takedowns', 'select, insert, update');

-- How the takedowns of a company are followed, where it differs from the usual.
create table takedown_policies (
  company_id int primary key references companies (id),
  watch_days smallint not null check (watch_days between 1 and 28),
  repeats_notice boolean not null,
  needs_second_person boolean not null,
  follow_ups text not null check (follow_ups in ('off', 'propose', 'send')),
  timers jsonb not null
);
select protect_company_table('takedown_policies', 'select, insert, update');

-- Each status of a takedown, and each state of its target: it lasts from `began_at` until the next one of its axis begins.
create table takedown_periods (
  company_id int not null,
  takedown_id uuid not null,
  axis text not null check (axis in ('status', 'asset')),
  position int not null check (position >= 1),
  status text check (status in (
    'draft', 'awaiting_authorisation', 'authorised', 'submitted', 'acknowledged', 'info_requested', 'escalated',
    'offline_monitoring', 'resolved', 'reopened', 'refused', 'unsuccessful', 'withdrawn', 'stale', 'invalid',
    'duplicate'
  )),
  state text check (state in ('active', 'cloaked', 'redirecting', 'parked', 'offline', 'unknown')),
  began_at timestamptz not null,
  constraint takedown_periods_axis check ((axis = 'status') = (status is not null) and (axis = 'asset') = (state is not null)),
  -- The included columns let the statistics of many cases read the index alone.
  primary key (company_id, takedown_id, axis, position) include (status, state, began_at),
  foreign key (company_id, takedown_id) references takedowns (company_id, id)
);
select protect_company_table('takedown_periods', 'select, insert');

-- The channels tried in a takedown: the recipient, what became of the notice, and the answer.
create table takedown_attempts (
  company_id int not null,
  id uuid not null,
  takedown_id uuid not null,
  channel text not null check (channel in ('hosting', 'registrar', 'registry', 'platform', 'appStore', 'blockList', 'searchEngine',
    'authority', 'other')),
  way text not null check (way in ('email', 'api', 'form')),
  recipient text not null check (length(recipient) between 1 and 500),
  -- Of the letter; a form has none.
  language text check (language in ('en', 'de')),
  -- The registrable domain of the recipient (providerOf), by which earlier notices to it are found.
  provider text check (length(provider) between 1 and 253),
  -- The email (mails). While the status is queued, its delivery tells what happened.
  mail_id uuid,
  -- The form's address.
  link text check (link ~ '^https?://' and length(link) <= 2000),
  status text not null check (status in ('queued', 'sent', 'bounced', 'acknowledged', 'actioned', 'refused', 'expired')),
  purpose text not null default 'request' check (purpose in ('request', 'relapse', 'reminder', 'escalation')),
  -- Why an email that the product wrote is held although sending is on.
  held_for text check (held_for in ('approval', 'limit', 'secondPerson')),
  -- Who wrote it; null for one that the product wrote.
  written_by uuid,
  -- When the next contact was notified because this one did not act, or when there was none.
  escalated_at timestamptz,
  reference text,
  answer text,
  -- When the mail server took the email, or when the form was submitted.
  sent_at timestamptz,
  -- When the current answer was recorded.
  answered_at timestamptz,
  -- The file of the case (files) that proves that a form was submitted.
  proof_file_id uuid,
  at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default now(),
  is_demo boolean not null default false,
  constraint takedown_attempts_one_line check (is_one_line(recipient) and is_one_line(reference) and is_one_line(link)),
  constraint takedown_attempts_email check (way <> 'form' or mail_id is null),
  -- A form counts as submitted only with the provider's case number or a proof.
  constraint takedown_attempts_proof check (way <> 'form' or sent_at is null or num_nonnulls(reference, proof_file_id) > 0),
  primary key (company_id, id),
  foreign key (company_id, takedown_id) references takedowns (company_id, id)
);
create index takedown_attempts_takedown on takedown_attempts (company_id, takedown_id, at, id);
-- Triggers, because the next step of a case must never miss a change, whatever made it.
create function wake_takedown() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'takedowns' then
    new.next_step_at := now();
    return new;
  end if;
  update takedowns set next_step_at = now() where company_id = new.company_id and id = new.takedown_id and not is_demo;
  return null;
end $$;
create trigger takedowns_wake before update of status on takedowns for each row when (not new.is_demo)
  execute function wake_takedown();
create trigger takedown_attempts_wake after insert or update of status, sent_at, answered_at on takedown_attempts for each row
  when (not new.is_demo) execute function wake_takedown();
create index takedown_attempts_provider on takedown_attempts (company_id, provider, sent_at desc) where sent_at is not null;
create index takedown_attempts_mail on takedown_attempts (company_id, mail_id) where mail_id is not null;
create index takedown_attempts_recipient on takedown_attempts (company_id, recipient, at);
select protect_company_table('takedown_attempts', 'select, insert, update');

-- Channels through which notices are sent; for all others they are stored as dry runs. For the whole installation.
create table notice_channels (
  id uuid not null default gen_random_uuid(),
  channel text primary key check (channel in ('hosting', 'registrar', 'registry', 'platform', 'appStore', 'blockList', 'searchEngine',
    'authority', 'other')),
  is_on boolean not null,
  changed_by_name text not null,
  changed_at timestamptz not null default now()
);
grant select, insert, update on notice_channels to signet_app;

-- The letters of notices that the staff changed. For the whole installation.
create table notice_letters (
  id uuid not null default gen_random_uuid(),
  kind text not null check (kind in ('request', 'relapse', 'reminder', 'escalation')),
  channel text not null check (channel in ('hosting', 'registrar', 'registry', 'platform', 'appStore', 'blockList', 'searchEngine',
    'authority', 'other')),
  language text not null check (language in ('en', 'de')),
  subject text check (length(subject) between 1 and 200),
  -- Null after somebody went back to the built-in letter: the version goes on, so that a stale one never fits again.
  text text check (length(text) between 1 and 10000),
  changed_by_name text not null,
  changed_at timestamptz not null default now(),
  version int not null default 1,
  constraint notice_letters_one_line check (is_one_line(subject)),
  -- What answers an earlier email has no subject of its own.
  constraint notice_letters_subject check ((subject is not null) = (text is not null and (kind = 'request' or kind = 'escalation'))),
  primary key (kind, channel, language)
);
grant select, insert, update on notice_letters to signet_app;

-- How the target of a takedown responded each time it was checked.
create table takedown_checks (
  company_id int not null,
  takedown_id uuid not null,
  at timestamptz not null,
  state text not null check (state in ('active', 'cloaked', 'redirecting', 'parked', 'offline', 'unknown')),
  reason text not null check (length(reason) between 1 and 40),
  -- Of the last response of the web server.
  status smallint,
  -- The host a visitor ends up at, when it is not the target.
  leads_to text check (length(leads_to) <= 253),
  -- What each visitor saw (CheckView); empty if there was nothing to visit.
  views jsonb not null default '[]',
  is_demo boolean not null default false,
  primary key (company_id, takedown_id, at),
  foreign key (company_id, takedown_id) references takedowns (company_id, id)
);
create index takedown_checks_at on takedown_checks (company_id, at);
select protect_company_table('takedown_checks', 'select, insert, delete');

-- Whether block lists have the target of a takedown, and since when.
create table takedown_listings (
  company_id int not null,
  takedown_id uuid not null,
  -- The zone of the list.
  list text not null check (length(list) between 3 and 253),
  is_listed boolean not null,
  first_listed_at timestamptz,
  checked_at timestamptz not null,
  constraint takedown_listings_first check (not is_listed or first_listed_at is not null),
  primary key (company_id, takedown_id, list),
  foreign key (company_id, takedown_id) references takedowns (company_id, id)
);
select protect_company_table('takedown_listings', 'select, insert, update');

-- The keys that evidence packs are signed with (Ed25519). Public keys are kept for the packs of the past; a retired private key is deleted.
create table signing_keys (
  -- SHA-256 of the public key in hex.
  id text primary key check (length(id) = 64),
  -- SubjectPublicKeyInfo in DER.
  public_key bytea not null,
  -- The private key, encrypted with a key of the installation.
  sealed bytea,
  created_at timestamptz not null default now(),
  retired_at timestamptz,
  constraint signing_keys_retired check ((sealed is null) = (retired_at is not null))
);
-- One current key.
create unique index signing_keys_current on signing_keys ((retired_at is null)) where retired_at is null;
grant select, insert, update on signing_keys to signet_identity;

-- The evidence packs that were made. Those of a company are a chain: each manifest contains the hash of the one before.
create table evidence_packs (
  company_id int not null,
  sequence int not null check (sequence >= 1),
  takedown_id uuid not null,
  -- SHA-256 of what the case consisted of: a case that hasn't changed since its last pack gets no new one.
  content_hash text not null check (length(content_hash) = 64),
  -- SHA-256 of the manifest, and of the one before.
  manifest_hash text not null check (length(manifest_hash) = 64),
  previous_hash text,
  -- Of signing_keys.
  key_id text not null check (length(key_id) = 64),
  made_at timestamptz not null,
  made_by uuid not null,
  made_by_name text not null,
  -- By the authority of its timestamp.
  timestamped_at timestamptz,
  primary key (company_id, sequence),
  unique (company_id, manifest_hash),
  -- No two packs follow the same one.
  unique (company_id, previous_hash),
  constraint evidence_packs_first check ((sequence = 1) = (previous_hash is null)),
  foreign key (company_id, previous_hash) references evidence_packs (company_id, manifest_hash),
  foreign key (company_id, takedown_id) references takedowns (company_id, id)
);
create index evidence_packs_takedown on evidence_packs (company_id, takedown_id, sequence);
select protect_company_table('evidence_packs', 'select, insert');

-- The files of a pack, in the order of the archive; the bytes are in the file store under their SHA-256.
create table evidence_pack_files (
  company_id int not null,
  sequence int not null,
  position int not null,
  path text not null,
  sha256 text not null check (length(sha256) = 64),
  primary key (company_id, sequence, position),
  foreign key (company_id, sequence) references evidence_packs (company_id, sequence)
);
create index evidence_pack_files_sha256 on evidence_pack_files (company_id, sha256);
select protect_company_table('evidence_pack_files', 'select, insert');

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
  -- When each status was reached, ISO 8601.
  reached_at jsonb not null default '{}',
  -- When its findings are due, and when they were due at the time of the request.
  due_at timestamptz not null,
  first_due_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, threat_id) references threats (company_id, id)
);
-- One open analysis per threat.
create unique index deeper_analyses_open_uq on deeper_analyses (company_id, threat_id) where status in ('requested', 'inProgress');
create index deeper_analyses_threat on deeper_analyses (company_id, threat_id);
create index deeper_analyses_requested on deeper_analyses (company_id, requested_at, id);
select protect_company_table('deeper_analyses', 'select, insert, update');

-- What the client wants to know.
create table analysis_questions (
  company_id int not null,
  id uuid not null default gen_random_uuid(),
  analysis_id uuid not null,
  text text not null check (length(text) between 1 and 2000),
  asked_by_name text not null,
  asked_at timestamptz not null default clock_timestamp(),
  answer text check (length(answer) between 1 and 4000),
  answered_by_name text,
  answered_at timestamptz,
  version int not null default 1,
  constraint analysis_questions_answer check (num_nulls(answer, answered_by_name, answered_at) in (0, 3)),
  primary key (company_id, id),
  foreign key (company_id, analysis_id) references deeper_analyses (company_id, id)
);
create index analysis_questions_analysis on analysis_questions (company_id, analysis_id, asked_at, id);
select protect_company_table('analysis_questions', 'select, insert, update');

-- What the analysts have to do for it; clients don't see it.
create table analysis_tasks (
  company_id int not null,
  id uuid not null default gen_random_uuid(),
  analysis_id uuid not null,
  text text not null check (length(text) between 1 and 300),
  state text not null default 'open' check (state in ('open', 'done', 'dropped')),
  added_at timestamptz not null default clock_timestamp(),
  changed_by_name text not null,
  changed_at timestamptz not null default now(),
  constraint analysis_tasks_one_line check (is_one_line(text)),
  primary key (company_id, id),
  foreign key (company_id, analysis_id) references deeper_analyses (company_id, id)
);
create index analysis_tasks_analysis on analysis_tasks (company_id, analysis_id, added_at, id);
select protect_company_table('analysis_tasks', 'select, insert, update');

-- Clients see a finding once a report has released it; from then on it doesn't change. A draft that was removed stays, for the history.
create table analysis_findings (
  company_id int not null,
  id uuid not null default gen_random_uuid(),
  analysis_id uuid not null,
  title text not null check (length(title) between 1 and 200),
  text text not null check (length(text) between 1 and 4000),
  confidence text not null check (confidence in ('confirmed', 'likely', 'possible')),
  -- The files of the case (files) that show it.
  file_ids uuid[] not null default '{}',
  by_name text not null,
  at timestamptz not null default clock_timestamp(),
  released_at timestamptz,
  removed_at timestamptz,
  version int not null default 1,
  constraint analysis_findings_one_line check (is_one_line(title)),
  constraint analysis_findings_released_or_removed check (num_nonnulls(released_at, removed_at) < 2),
  primary key (company_id, id),
  foreign key (company_id, analysis_id) references deeper_analyses (company_id, id)
);
create index analysis_findings_analysis on analysis_findings (company_id, analysis_id, at, id);
select protect_company_table('analysis_findings', 'select, insert, update');

-- What a company asks for, and the messages about it.
create table requests (
  company_id int not null references companies (id),
  id uuid not null,
  kind text not null check (kind in ('threat', 'takedown', 'analysis', 'report', 'question', 'other')),
  subject text not null check (length(subject) between 1 and 200),
  text text not null check (length(text) between 1 and 5000),
  links text[] not null default '{}',
  status text not null default 'open' check (status in ('open', 'inProgress', 'waiting', 'done', 'declined')),
  reached_at jsonb not null default '{}',
  created_by uuid,
  created_by_name text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  message_count int not null default 0,
  -- The end of the day by which the team completes it, and of the day that was promised at first.
  due_at timestamptz not null,
  first_due_at timestamptz not null,
  is_demo boolean not null default false,
  version int not null default 1,
  -- Where the company saw it, and how severe it finds it.
  source text,
  severity text check (severity in ('Critical', 'High', 'Medium', 'Low')),
  -- When a reported threat was read, and what of it isn't reported, because the company owns or allows it.
  read_at timestamptz,
  suppressed text[] not null default '{}',
  primary key (company_id, id)
);
create index requests_updated on requests (company_id, updated_at, id);
create index requests_created on requests (company_id, created_at, id);
select protect_company_table('requests', 'select, insert, update');

create table request_messages (
  company_id int not null,
  id uuid not null,
  request_id uuid not null,
  at timestamptz not null default clock_timestamp(),
  by_user uuid,
  by_name text not null,
  is_staff boolean not null,
  text text not null check (length(text) between 1 and 5000),
  primary key (company_id, id),
  foreign key (company_id, request_id) references requests (company_id, id)
);
create index request_messages_request on request_messages (company_id, request_id, at, id);
select protect_company_table('request_messages', 'select, insert');

-- The threats that a request reports.
create table request_threats (
  company_id int not null,
  threat_id uuid not null,
  request_id uuid not null,
  primary key (company_id, threat_id, request_id),
  foreign key (company_id, request_id) references requests (company_id, id),
  foreign key (company_id, threat_id) references threats (company_id, id)
);
create index request_threats_request on request_threats (company_id, request_id);
select protect_company_table('request_threats', 'select, insert');

-- Reports published for a company. The file of a report is the row of files with the same id.
create table reports (
  company_id int not null,
  id uuid not null,
  kind text not null check (kind in ('weekly', 'monthly', 'quarterly', 'annual', 'incident', 'other')),
  period text not null check (length(period) between 4 and 30),
  published_at timestamptz not null default now(),
  published_by uuid,
  published_by_name text not null,
  -- The deeper analysis whose findings it contains.
  analysis_id uuid,
  primary key (company_id, id),
  foreign key (company_id, id) references files (company_id, id),
  foreign key (company_id, analysis_id) references deeper_analyses (company_id, id)
);
create index reports_analysis on reports (company_id, analysis_id, published_at, id) where analysis_id is not null;
create index reports_published on reports (company_id, published_at, id);
select protect_company_table('reports', 'select, insert, delete');

-- Files that people have created every week or month.
create table report_schedules (
  company_id int not null references companies (id),
  id uuid not null,
  created_by uuid not null,
  created_by_name text not null,
  rhythm text not null check (rhythm in ('weekly', 'monthly')),
  sections text[] not null check (cardinality(sections) between 1 and 10),
  format text not null check (format in ('csv', 'xlsx', 'pdf')),
  -- The day the next files are created.
  next_on date not null,
  created_at timestamptz not null default now(),
  is_demo boolean not null default false,
  primary key (company_id, id)
);
create index report_schedules_own on report_schedules (company_id, created_by, created_at, id);
create index report_schedules_due on report_schedules (company_id, next_on);
select protect_company_table('report_schedules', 'select, insert, update, delete');

-- Files with the contents of a list.
create table exports (
  company_id int not null references companies (id),
  id uuid not null,
  created_by uuid not null,
  created_by_name text not null,
  kind text not null check (kind in ('threats', 'touts', 'leaks', 'takedowns', 'activity')),
  format text not null check (format in ('csv', 'xlsx', 'pdf')),
  -- The query of the list as it was sent.
  filters jsonb not null default '{}',
  status text not null default 'queued' check (status in ('queued', 'running', 'done', 'failed')),
  rows_done int not null default 0,
  rows_total int,
  error text,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  is_demo boolean not null default false,
  primary key (company_id, id)
);
create index exports_own on exports (company_id, created_by, created_at, id);
create index exports_unfinished on exports (company_id) where status in ('queued', 'running');
select protect_company_table('exports', 'select, insert, update, delete');
