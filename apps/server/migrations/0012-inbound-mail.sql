-- Emails that providers send back. New tables only: locks nothing.

-- The emails that arrived; the bytes are in the file store under their SHA-256.
create table inbound_mails (
  company_id int not null references companies (id),
  id uuid not null,
  way text not null check (way in ('imap', 'upload')),
  sha256 text not null check (length(sha256) = 64),
  size int not null check (size >= 0),
  received_at timestamptz not null default clock_timestamp(),
  state text not null default 'received' check (state in ('received', 'matched', 'unmatched', 'dismissed')),
  -- The sender, subject, Message-ID and text: the same email that arrived twice is kept once.
  fingerprint text check (length(fingerprint) = 64),
  from_address text,
  subject text not null default '',
  text text not null default '' check (length(text) <= 20000),
  kind text not null default 'answer' check (kind in ('answer', 'automatic', 'bounce')),
  takedown_id uuid,
  attempt_id uuid,
  matched_by text check (matched_by in ('messageId', 'reference', 'address', 'person')),
  is_verified boolean not null default false,
  class text check (class in ('acknowledged', 'question', 'done', 'refused', 'other')),
  sentence text check (length(sentence) <= 500),
  -- Why a person decided the class; null if a rule did.
  decided_reason text,
  decided_by_name text,
  decided_at timestamptz,
  -- It was larger than the limit, so only its beginning is kept.
  is_cut boolean not null default false,
  -- A person has to decide what it says.
  is_open boolean not null default false,
  -- The file of the case (files) with its bytes.
  file_id uuid,
  is_demo boolean not null default false,
  constraint inbound_mails_matched check ((state = 'matched') = (takedown_id is not null)),
  constraint inbound_mails_match check ((takedown_id is null) = (matched_by is null)),
  constraint inbound_mails_decided check (num_nulls(decided_reason, decided_by_name, decided_at) in (0, 3)),
  constraint inbound_mails_one_line check (is_one_line(from_address) and is_one_line(subject)),
  primary key (company_id, id),
  unique (company_id, sha256),
  unique (company_id, fingerprint),
  foreign key (company_id, takedown_id) references takedowns (company_id, id),
  foreign key (company_id, attempt_id) references takedown_attempts (company_id, id)
);
create index inbound_mails_takedown on inbound_mails (company_id, takedown_id, received_at, id) where takedown_id is not null;
create index inbound_mails_waiting on inbound_mails (company_id, received_at, id) where state = 'unmatched';
select protect_company_table('inbound_mails', 'select, insert, update, delete');

-- The mailbox that replies to a company's notices arrive in, and how far it was read.
create table mailboxes (
  company_id int not null references companies (id),
  id uuid not null,
  host text not null check (length(host) between 1 and 253),
  port int not null check (port between 1 and 65535),
  security text not null check (security in ('tls', 'starttls', 'none')),
  user_name text not null check (length(user_name) between 1 and 200),
  folder text not null check (length(folder) between 1 and 200),
  -- How access tokens are requested; null if the user signs in with a password.
  oauth jsonb,
  -- The password or the client secret. Both secrets are encrypted with a key of the company.
  secret bytea not null,
  refresh_token bytea,
  -- Emails that arrived at the server before are not read.
  read_since timestamptz not null default now() - interval '30 days',
  -- The numbers of a folder (UID) mean something only together with its UIDVALIDITY; null before the first reading.
  uid_validity bigint,
  last_uid bigint not null default 0,
  -- Emails before it that could not be read: `{ uid, since, triedAt }`.
  postponed jsonb not null default '[]',
  checked_at timestamptz,
  mails_read int not null default 0,
  unreadable int not null default 0,
  problem jsonb,
  retry_at timestamptz,
  version int not null default 1,
  constraint mailboxes_refresh_token check ((refresh_token is not null) = (oauth ->> 'grant' is not distinct from 'refreshToken')),
  constraint mailboxes_one_line check (is_one_line(host) and is_one_line(user_name) and is_one_line(folder)),
  primary key (company_id, id),
  unique (company_id)
);
select protect_company_table('mailboxes', 'select, insert, update, delete');

-- Rules of the staff that classify replies of single providers. For the whole installation.
create table reply_rules (
  id uuid primary key,
  provider text not null check (length(provider) between 3 and 253),
  class text not null check (class in ('acknowledged', 'question', 'done', 'refused')),
  phrases text[] not null check (cardinality(phrases) between 1 and 20),
  changed_by_name text not null,
  changed_at timestamptz not null default now(),
  version int not null default 1
);
create index reply_rules_provider on reply_rules (provider, class, id);
grant select, insert, update, delete on reply_rules to signet_app;
