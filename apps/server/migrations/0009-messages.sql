-- Mail, notifications, alerts, announcements, news and the glossary. New tables only: locks nothing.

-- The outbox. A mail is written in the transaction of its cause. The worker sets it to `sending` before it connects to the mail server; a
-- mail found in that state later may or may not have left, so it becomes `unknown`, is shown, and is never sent again automatically.
create table mails (
  company_id int not null references companies (id),
  id uuid not null,
  template text not null check (length(template) between 1 and 100),
  -- What this mail is about, so that one cause sends one mail to one person, e.g. 'alert <threat> <rule> <address>'.
  once text check (length(once) between 1 and 300),
  -- The email sending it belongs to, if any.
  sending_id uuid,
  from_name text,
  from_address text,
  to_name text not null,
  to_address text not null check (length(to_address) between 3 and 254),
  subject text not null check (length(subject) between 1 and 200),
  text text not null,
  html text,
  is_essential boolean not null default false,
  -- Earlier emails to the same recipient on the same subject, oldest first: References and In-Reply-To.
  follows uuid[] not null default '{}',
  -- The files that it carries: of the file store, or with their text.
  attachments jsonb not null default '[]',
  -- The file of the store that was made for it on sending.
  made_sha256 text check (made_sha256 ~ '^[0-9a-f]{64}$'),
  -- A report that is handed to the API of a service instead: which one, what it gets, and the ticket it gave.
  service text check (service in ('cloudflare', 'godaddy', 'netcraft', 'urlhaus', 'urlscan')),
  request jsonb,
  ticket text check (length(ticket) <= 200),
  -- The service or mail server asked not to be contacted before.
  not_before timestamptz,
  -- held: not to be sent before someone releases it.
  state text not null default 'queued'
    check (state in ('held', 'queued', 'sending', 'sent', 'failed', 'unknown', 'suppressed')),
  attempts smallint not null default 0,
  -- Why it was not delivered: the id of a message and its parameters.
  error jsonb,
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  -- Since when it waits for its job: when it was written, released or completed, and from the first attempt when that was.
  waiting_since timestamptz not null default now(),
  -- The last attempt.
  sending_at timestamptz,
  ended_at timestamptz,
  constraint mails_service check ((service is null) = (request is null)),
  constraint mails_one_line check (is_one_line(subject) and is_one_line(to_name) and is_one_line(to_address)
    and is_one_line(from_name) and is_one_line(from_address)),
  primary key (company_id, id)
);
create unique index mails_once on mails (company_id, once) where once is not null;
create index mails_sending on mails (company_id, sending_at) where sending_at is not null;
create index mails_of_sending on mails (company_id, sending_id, state) where sending_id is not null;
create index mails_made on mails (company_id, made_sha256) where made_sha256 is not null;
create index mails_invitations on mails (company_id, to_address, created_at) where template = 'invitation';
create index mails_created on mails (company_id, created_at);
select protect_company_table('mails', 'select, insert, update, delete');
-- Password resets are written as signet_identity, which cannot read any mail back.
grant insert on mails to signet_identity;

-- Addresses that a mail server rejected permanently; not used until the date in `until`.
create table mail_suppressions (
  company_id int not null references companies (id),
  address text not null,
  reason jsonb not null,
  at timestamptz not null default now(),
  until timestamptz not null,
  primary key (company_id, address)
);
select protect_company_table('mail_suppressions', 'select, insert, update, delete');

-- What arrived at the local mail catcher, which is used when no mail server is configured.
create table caught_mails (
  company_id int not null references companies (id),
  id uuid not null,
  mail_id uuid not null,
  at timestamptz not null default now(),
  from_text text not null,
  to_text text not null,
  subject text not null,
  text text not null,
  html text not null,
  raw bytea not null,
  primary key (company_id, id)
);
create index caught_mails_at on caught_mails (company_id, at, id);
create index caught_mails_mail on caught_mails (company_id, mail_id);
select protect_company_table('caught_mails', 'select, insert, delete');

create table notifications (
  company_id int not null references companies (id),
  id uuid not null,
  user_id uuid not null,
  type text not null check (length(type) between 1 and 40),
  title text not null check (length(title) between 1 and 300),
  body text not null default '' check (length(body) <= 2000),
  -- What title and body are made from in the reader's language: `{ title?: { reason, parameters }, body?: … }`.
  words jsonb,
  -- A path of the portal, never an address elsewhere.
  href text check (href ~ '^/[^/\\]' and length(href) <= 500),
  -- One cause notifies one person once.
  once text check (length(once) between 1 and 300),
  at timestamptz not null default now(),
  read_at timestamptz,
  is_demo boolean not null default false,
  primary key (company_id, id)
);
create index notifications_user on notifications (company_id, user_id, at, id);
create index notifications_unread on notifications (company_id, user_id) where read_at is null;
-- For the nightly clean-up.
create index notifications_at on notifications (company_id, at);
create unique index notifications_once on notifications (company_id, user_id, once) where once is not null;
select protect_company_table('notifications', 'select, insert, update, delete');

-- Events of the live channel, in the order of the transactions that wrote them, so that a reader that was away resumes where it
-- stopped: `xid` is the writing transaction; rows of transactions older than every running one are complete. Kept for a week, in one
-- partition per day (docs/decisions/growing-tables.md).
create table live_events (
  company_id int not null references companies (id),
  id uuid not null,
  xid bigint not null default pg_current_xact_id()::text::bigint,
  seq bigint generated always as identity,
  type text not null check (length(type) between 1 and 40),
  -- For one person, or for everyone whose role may see events of the type.
  user_id uuid,
  data jsonb not null default '{}',
  at timestamptz not null default now(),
  primary key (company_id, at, id)
) partition by range (at);
create index live_events_order on live_events (company_id, xid, seq);
select protect_company_table('live_events', 'select, insert');
-- Takes what has no partition of its own, which raises an alert. Nothing reads or writes a partition directly: forced row-level security
-- without a policy, in a schema that the application can't use.
create table signet_logs.live_events_default partition of live_events default;
alter table signet_logs.live_events_default enable row level security, force row level security;

-- Which new threats a company is alerted about.
create table alert_settings (
  company_id int primary key references companies (id),
  rules jsonb not null default '[]',
  recipients text[] not null default '{}',
  updated_at timestamptz not null default now(),
  version int not null default 1
);
select protect_company_table('alert_settings', 'select, insert, update');

-- Each rule alerts about each threat once.
create table alert_hits (
  company_id int not null,
  threat_id uuid not null,
  -- The name of the rule, which is unique among the rules of a company.
  rule text not null,
  at timestamptz not null default now(),
  primary key (company_id, threat_id, rule),
  foreign key (company_id, threat_id) references threats (company_id, id)
);
select protect_company_table('alert_hits', 'select, insert');

-- Which events staff are notified of. Belongs to the installation: a rule may be about every company.
create table notification_rules (
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
create index notification_rules_event on notification_rules (event) where paused_at is null;
grant select, insert, update, delete on notification_rules to signet_app;

-- What a rule was sent for, so that one cause is sent once.
create table notification_rule_hits (
  company_id int not null references companies (id),
  rule_id uuid not null,
  -- E.g. `requestAdded <request>`.
  cause text not null check (length(cause) between 1 and 200),
  at timestamptz not null default now(),
  primary key (company_id, rule_id, cause)
);
create index notification_rule_hits_at on notification_rule_hits (company_id, rule_id, at);
select protect_company_table('notification_rule_hits', 'select, insert, delete');

-- Belongs to the installation: its audience may be any companies or roles.
create table announcements (
  id uuid primary key,
  audience jsonb not null,
  title text not null check (length(title) between 1 and 200),
  body text not null check (length(body) <= 2000),
  from_at timestamptz not null,
  to_at timestamptz check (to_at > from_at),
  channels text[] not null check (channels <@ array['bell', 'mail', 'toast'] and cardinality(channels) > 0),
  by_name text not null,
  -- Once started it can no longer be changed; `delivered_at` is set when everyone was notified.
  started_at timestamptz,
  delivered_at timestamptz,
  recipients int not null default 0,
  is_demo boolean not null default false,
  version int not null default 1,
  paused_at timestamptz,
  constraint announcements_one_line check (is_one_line(title))
);
create index announcements_due on announcements (from_at) where delivered_at is null;
grant select, insert, update, delete on announcements to signet_app;

-- Who was notified, so that an interrupted delivery resumes and notifies nobody twice.
create table announcement_receipts (
  company_id int not null references companies (id),
  announcement_id uuid not null,
  user_id uuid not null,
  at timestamptz not null default now(),
  primary key (company_id, announcement_id, user_id)
);
select protect_company_table('announcement_receipts', 'select, insert');

-- One mail written to many people; the mails themselves are in the outbox of each person's company.
create table email_sendings (
  id uuid primary key,
  at timestamptz not null default now(),
  template text not null,
  subject text not null check (length(subject) between 1 and 200),
  body text not null check (length(body) between 1 and 20000),
  audience jsonb not null,
  by_name text not null,
  recipients int not null default 0,
  is_done boolean not null default false,
  is_demo boolean not null default false,
  constraint email_sendings_one_line check (is_one_line(subject))
);
create index email_sendings_at on email_sendings (at, id);
grant select, insert, update on email_sendings to signet_app;

create table news (
  company_id int not null references companies (id),
  id uuid not null,
  title text not null check (length(title) between 1 and 200),
  body text not null check (length(body) between 1 and 20000),
  tags text[] not null default '{}',
  published_at timestamptz not null default now(),
  by_name text not null,
  is_demo boolean not null default false,
  version int not null default 1,
  primary key (company_id, id)
);
create index news_published on news (company_id, published_at, id);
select protect_company_table('news', 'select, insert, update, delete');

-- What every company reads: What's New about the product, and news for all. Belongs to the installation.
create table bulletins (
  id uuid primary key,
  kind text not null check (kind in ('news', 'whatsNew')),
  title text not null check (length(title) between 1 and 200),
  body text not null check (length(body) between 1 and 20000),
  tags text[] not null default '{}',
  published_at timestamptz not null default now(),
  by_name text not null,
  is_demo boolean not null default false,
  version int not null default 1
);
create index bulletins_published on bulletins (kind, published_at, id);
grant select, insert, update, delete on bulletins to signet_app;

-- News that a person saved.
create table news_saves (
  company_id int not null references companies (id),
  user_id uuid not null,
  -- Of the company's news or of the bulletins.
  news_id uuid not null,
  at timestamptz not null default now(),
  primary key (company_id, user_id, news_id)
);
select protect_company_table('news_saves', 'select, insert, delete');

-- Glossary entries that replace the built-in ones of the same id, and new ones. Belongs to the installation.
create table glossary_entries (
  id uuid primary key,
  name text not null check (length(name) between 1 and 200),
  category text not null check (length(category) between 1 and 40),
  description text not null check (length(description) between 1 and 2000),
  -- A built-in entry that was removed.
  is_hidden boolean not null default false,
  updated_at timestamptz not null default now(),
  version int not null default 1
);
create unique index glossary_entries_name on glossary_entries (category, name) where not is_hidden;
grant select, insert, update, delete on glossary_entries to signet_app;
