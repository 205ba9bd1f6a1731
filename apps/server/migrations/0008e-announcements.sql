-- What a superAdmin says to many people at once: announcements and mails, each reaching a person once. New tables only: locks nothing.

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
  -- From here on it can no longer be changed; `delivered_at` is set when everybody was told.
  started_at timestamptz,
  delivered_at timestamptz,
  recipients int not null default 0,
  is_demo boolean not null default false,
  version int not null default 1
);
create index announcements_due on announcements (from_at) where delivered_at is null;
grant select, insert, update, delete on announcements to signet_app;

-- Who was told, so that a delivery that was cut off goes on and tells nobody twice.
create table announcement_receipts (
  company_id int not null references companies (id),
  announcement_id uuid not null,
  user_id uuid not null,
  at timestamptz not null default now(),
  primary key (company_id, announcement_id, user_id)
);
alter table announcement_receipts enable row level security;
alter table announcement_receipts force row level security;
create policy tenant on announcement_receipts using (company_id = any ((select app_companies())::int[]))
  with check (company_id = any ((select app_companies())::int[]));
grant select, insert on announcement_receipts to signet_app;

-- One mail written to many people; the mails themselves lie in the outbox of each person's company.
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
  is_demo boolean not null default false
);
create index email_sendings_at on email_sendings (at, id);
grant select, insert, update on email_sendings to signet_app;
