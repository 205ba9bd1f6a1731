-- Certificate logs that the demo shows as they were when it was loaded; nobody reads them. A column with a constant default: locks the
-- short table for a moment.
alter table ct_logs add column is_demo boolean not null default false;
