-- What people are told: the bell, and the live channel that says what changed. New tables only: locks nothing.
create table notifications (
  company_id int not null references companies (id),
  id uuid not null,
  user_id uuid not null,
  type text not null check (length(type) between 1 and 40),
  title text not null check (length(title) between 1 and 300),
  body text not null default '' check (length(body) <= 2000),
  -- A path of the portal, never an address elsewhere.
  href text check (href ~ '^/[^/\\]' and length(href) <= 500),
  -- One cause tells one person once.
  once text check (length(once) between 1 and 300),
  at timestamptz not null default now(),
  read_at timestamptz,
  is_demo boolean not null default false,
  primary key (company_id, id)
);
create index notifications_user on notifications (company_id, user_id, at, id);
create index notifications_unread on notifications (company_id, user_id) where read_at is null;
create unique index notifications_once on notifications (company_id, user_id, once) where once is not null;

-- Events of the live channel, in the order of the transactions that wrote them, so that a reader who was away goes on where it
-- stopped: `xid` is the writing transaction; rows of transactions older than every running one are complete. Kept for a week.
create table live_events (
  company_id int not null references companies (id),
  id uuid not null,
  xid bigint not null default pg_current_xact_id()::text::bigint,
  seq bigint generated always as identity,
  type text not null check (length(type) between 1 and 40),
  -- For one person, or for everybody whose role may see events of the type.
  user_id uuid,
  data jsonb not null default '{}',
  at timestamptz not null default now(),
  primary key (company_id, id)
);
create index live_events_order on live_events (company_id, xid, seq);
create index live_events_at on live_events (company_id, at);

do $$
declare t text;
begin
  foreach t in array array['notifications', 'live_events'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I using (company_id = any ((select app_companies())::int[]))
      with check (company_id = any ((select app_companies())::int[]))', t);
  end loop;
end $$;

grant select, insert, update, delete on notifications to signet_app;
grant select, insert, delete on live_events to signet_app;
