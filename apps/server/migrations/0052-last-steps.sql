-- What each record was before the last step of its review, so that the reviewer who took the step can undo it within a day; the nightly
-- clean-up deletes older rows. A new table only: locks the threats for an instant.
create table qa_last_steps (
  company_id int not null,
  threat_id uuid not null,
  step text not null check (step in ('publish', 'whitelist', 'watch', 'unwatch', 'requestDeletion', 'approveDeletion', 'rejectDeletion',
    'restore', 'recall', 'recheck')),
  by_user uuid not null,
  at timestamptz not null default now(),
  -- The version that the step gave the record: any later change makes it impossible to undo.
  version int not null,
  -- The columns of the record before the step.
  stage text not null check (stage in ('queued', 'published', 'watchlist', 'deletionPending', 'deleted', 'merged')),
  stage_reason text,
  staged_at timestamptz not null,
  staged_by uuid,
  staged_by_name text,
  queued_at timestamptz,
  published_at timestamptz,
  auto_filtered boolean not null,
  recall_reason text,
  -- Its row in qa_watches before the step; null if it had none.
  every_days smallint check (every_days in (1, 7, 30)),
  checked_at timestamptz,
  checked_by_name text,
  due_at timestamptz,
  primary key (company_id, threat_id),
  foreign key (company_id, threat_id) references threats (company_id, id) on delete cascade,
  check (num_nulls(every_days, checked_at, checked_by_name, due_at) in (0, 4))
);
create index qa_last_steps_at on qa_last_steps (company_id, at);
select protect_company_table('qa_last_steps', 'select, insert, update, delete');
