-- Duplicates merged into other threats, and which waiting threat a reviewer has open. Holds threats locked, for reading too, while
-- the stages of its rows are checked again: about 0.1 s for 200,000 threats. qa_claims gets a column with a constant default: no wait.
--
-- Nothing of a duplicate is moved: whoever reads what belongs to a threat reads what belongs to its duplicates with it, so that a
-- merge is taken back by taking the row out of threat_merges.

alter table threats drop constraint threats_stage_check;
alter table threats add constraint threats_stage_check
  check (stage in ('queued', 'published', 'watchlist', 'deletionPending', 'deleted', 'merged'));

create table threat_merges (
  company_id int not null,
  threat_id uuid not null,
  -- Never merged itself: when it is, its duplicates follow it and remember through whom.
  into_id uuid not null,
  -- Through whom a duplicate came to into_id, the last one last; empty for one that was merged by itself.
  via uuid[] not null default '{}',
  from_stage text not null check (from_stage in ('queued', 'watchlist', 'published')),
  merged_by uuid not null,
  merged_by_name text not null,
  merged_at timestamptz not null default now(),
  primary key (company_id, threat_id),
  foreign key (company_id, threat_id) references threats (company_id, id),
  foreign key (company_id, into_id) references threats (company_id, id),
  check (threat_id <> into_id)
);
create index threat_merges_into on threat_merges (company_id, into_id);
alter table threat_merges enable row level security;
alter table threat_merges force row level security;
create policy tenant on threat_merges using (company_id = any ((select app_companies())::int[]))
  with check (company_id = any ((select app_companies())::int[]));
grant select, insert, update, delete on threat_merges to signet_app;

-- Taken by opening it, not asked for: shorter, and given up with the next one that is opened.
alter table qa_claims add column is_opened boolean not null default false;
