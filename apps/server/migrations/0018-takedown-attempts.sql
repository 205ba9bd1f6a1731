-- The channels tried in a takedown: who was asked, and what they answered. New table only: locks nothing that exists.
create table takedown_attempts (
  company_id int not null,
  id uuid not null,
  takedown_id uuid not null,
  channel text not null check (channel in ('hosting', 'registrar', 'registry', 'platform', 'appStore', 'blockList', 'searchEngine',
    'authority', 'other')),
  recipient text not null check (length(recipient) between 1 and 200),
  status text not null check (status in ('queued', 'sent', 'bounced', 'acknowledged', 'actioned', 'refused', 'expired')),
  reference text,
  answer text,
  at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default now(),
  is_demo boolean not null default false,
  primary key (company_id, id),
  foreign key (company_id, takedown_id) references takedowns (company_id, id)
);
create index takedown_attempts_takedown on takedown_attempts (company_id, takedown_id, at, id);

alter table takedown_attempts enable row level security;
alter table takedown_attempts force row level security;
create policy tenant on takedown_attempts using (company_id = any ((select app_companies())::int[]))
  with check (company_id = any ((select app_companies())::int[]));
grant select, insert, update on takedown_attempts to signet_app;
