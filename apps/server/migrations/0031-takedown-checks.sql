-- How the target of a takedown answered each time it was looked at. A new table only: locks nothing that exists.
create table takedown_checks (
  company_id int not null,
  takedown_id uuid not null,
  at timestamptz not null,
  state text not null check (state in ('active', 'cloaked', 'redirecting', 'parked', 'offline', 'unknown')),
  reason text not null check (length(reason) between 1 and 40),
  -- Of the last answer of the web server.
  status smallint,
  -- The host a visitor ends at, where that is another than the target.
  leads_to text check (length(leads_to) <= 253),
  is_demo boolean not null default false,
  primary key (company_id, takedown_id, at),
  foreign key (company_id, takedown_id) references takedowns (company_id, id)
);
create index takedown_checks_at on takedown_checks (company_id, at);

alter table takedown_checks enable row level security;
alter table takedown_checks force row level security;
create policy tenant on takedown_checks using (company_id = any ((select app_companies())::int[]))
  with check (company_id = any ((select app_companies())::int[]));
grant select, insert, delete on takedown_checks to signet_app;
