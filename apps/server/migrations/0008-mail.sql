-- Mail that leaves the product: an outbox, who is not written to, and what the local catcher received. New tables only: locks nothing.
--
-- A mail is written in the transaction of its cause. The worker puts it to `sending` before it speaks to the mail server; whoever finds
-- it there later does not know whether it left, so it becomes `unknown`, is shown, and is never sent again by itself.
create table mails (
  company_id int not null references companies (id),
  id uuid not null,
  template text not null check (length(template) between 1 and 100),
  -- What this mail is about, so that one cause sends one mail to one person, e.g. 'alert <threat> <rule> <address>'.
  once text check (length(once) between 1 and 300),
  -- The sending (email/send) it belongs to, if any.
  sending_id uuid,
  from_name text,
  from_address text,
  to_name text not null,
  to_address text not null check (length(to_address) between 3 and 254),
  subject text not null check (length(subject) between 1 and 200),
  text text not null,
  html text,
  is_essential boolean not null default false,
  state text not null default 'queued' check (state in ('queued', 'sending', 'sent', 'failed', 'unknown', 'suppressed')),
  attempts smallint not null default 0,
  error text check (length(error) <= 500),
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  sending_at timestamptz,
  ended_at timestamptz,
  primary key (company_id, id)
);
create unique index mails_once on mails (company_id, once) where once is not null;
create index mails_sending on mails (company_id, sending_at) where sending_at is not null;
create index mails_of_sending on mails (company_id, sending_id, state) where sending_id is not null;
create index mails_created on mails (company_id, created_at);

-- Addresses that a mail server refused for good; left alone until the day given.
create table mail_suppressions (
  company_id int not null references companies (id),
  address text not null,
  reason text not null,
  at timestamptz not null default now(),
  until timestamptz not null,
  primary key (company_id, address)
);

-- What arrived at the local catcher, which stands in for a mail server where none is configured.
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

do $$
declare t text;
begin
  foreach t in array array['mails', 'mail_suppressions', 'caught_mails'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I using (company_id = any ((select app_companies())::int[]))
      with check (company_id = any ((select app_companies())::int[]))', t);
  end loop;
end $$;

grant select, insert, update, delete on mails, mail_suppressions to signet_app;
grant select, insert, delete on caught_mails to signet_app;
-- A forgotten password is a matter of people and sessions: it may be written about, and nothing written can be read back.
grant insert on mails to signet_identity;
