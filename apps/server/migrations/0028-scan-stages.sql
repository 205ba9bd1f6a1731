-- The stages of a scan that has several, and how far each certificate log is read in one. New tables only: locks nothing that exists.
create table scan_stages (
  company_id int not null,
  scan_id uuid not null,
  stage text not null check (stage in ('permutations', 'certificates')),
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'skipped')),
  -- Names looked up, or entries read: moved in the transaction that keeps what was found in them, so the stage goes on from here.
  done bigint not null default 0 check (done >= 0),
  -- Null until it is known.
  total bigint check (total >= 0),
  names bigint not null default 0,
  skipped bigint not null default 0,
  found int not null default 0,
  note text check (length(note) <= 1000),
  primary key (company_id, scan_id, stage),
  foreign key (company_id, scan_id) references company_scans (company_id, scan_id)
);

-- Gone again when the stage is over; the cursors of the logs that are followed stand in ct_logs and are not touched by a scan.
create table scan_logs (
  company_id int not null,
  scan_id uuid not null,
  -- As in ct_logs.log_id.
  log_id text not null check (length(log_id) between 1 and 500),
  first_index bigint not null check (first_index >= 0),
  until_index bigint not null check (until_index >= first_index),
  next_index bigint not null check (next_index between first_index and until_index),
  -- With the tree head and the edge of the tree: CtCursor of packages/connectors.
  cursor jsonb not null check (jsonb_typeof(cursor) = 'object' and length(cursor::text) <= 16384),
  primary key (company_id, scan_id, log_id),
  foreign key (company_id, scan_id) references company_scans (company_id, scan_id)
);

alter table scan_stages enable row level security;
alter table scan_stages force row level security;
create policy tenant on scan_stages using (company_id = any ((select app_companies())::int[]))
  with check (company_id = any ((select app_companies())::int[]));
alter table scan_logs enable row level security;
alter table scan_logs force row level security;
create policy tenant on scan_logs using (company_id = any ((select app_companies())::int[]))
  with check (company_id = any ((select app_companies())::int[]));
grant select, insert, update on scan_stages to signet_app;
grant select, insert, update, delete on scan_logs to signet_app;
