-- Scans that were started for a company, with what they found for it, and announcements that are held back. Adds a table and an empty
-- column: locks nothing for longer than a moment.
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
alter table company_scans enable row level security;
alter table company_scans force row level security;
create policy tenant on company_scans using (company_id = any ((select app_companies())::int[]))
  with check (company_id = any ((select app_companies())::int[]));
grant select, insert, update on company_scans to signet_app;

alter table announcements add column paused_at timestamptz;
