-- How the findings of a company are reviewed, where it differs from the usual, and what was decided without a reviewer. New tables only:
-- locks nothing.
create table review_policies (
  company_id int primary key references companies (id),
  -- How long after publishing the client isn't notified yet.
  grace_minutes smallint not null check (grace_minutes between 0 and 60),
  -- The lower bound of the measured precision from which threats are published, or filtered, without a reviewer; null: never.
  release_bar float8 check (release_bar between 0.9 and 0.999),
  filter_bar float8 check (filter_bar between 0.9 and 0.999),
  -- How many percent of them a reviewer decides anyway.
  sampled_percent smallint not null check (sampled_percent between 5 and 100),
  -- How many percent of the decisions of reviewers somebody else repeats.
  second_review_percent smallint not null default 0 check (second_review_percent between 0 and 50),
  -- Within how many hours a record in the queue is reviewed, by the rank of its severity from low to critical; null: as the installation
  -- promises.
  promised_hours smallint[] check (cardinality(promised_hours) = 4 and 1 <= all (promised_hours) and 720 >= all (promised_hours)),
  -- Within how many hours a request is due, by its kind; null: the usual ones.
  request_due_hours jsonb check (jsonb_typeof(request_due_hours) = 'object')
);
select protect_company_table('review_policies', 'select, insert, update');

create table automatic_decisions (
  company_id int not null,
  threat_id uuid not null,
  decision text not null check (decision in ('release', 'filter')),
  -- The score of the threat, the score from or up to which it was decided, and the share of agreeing decisions that this was based on.
  score smallint not null check (score between 0 and 100),
  threshold smallint not null check (threshold between 0 and 100),
  low float8 not null check (low between 0 and 1),
  at timestamptz not null default now(),
  primary key (company_id, threat_id),
  foreign key (company_id, threat_id) references threats (company_id, id) on delete cascade
);
create index automatic_decisions_at on automatic_decisions (company_id, at);
select protect_company_table('automatic_decisions', 'select, insert, delete');

-- Decisions of reviewers that somebody else repeats without seeing them.
create table second_reviews (
  company_id int not null,
  threat_id uuid not null,
  first_by uuid not null,
  first_by_name text not null,
  first_verdict text not null check (first_verdict in ('threat', 'harmless')),
  first_at timestamptz not null,
  second_by uuid,
  second_by_name text,
  second_verdict text check (second_verdict in ('threat', 'harmless')),
  second_at timestamptz,
  primary key (company_id, threat_id),
  foreign key (company_id, threat_id) references threats (company_id, id) on delete cascade,
  check (second_by <> first_by),
  check (num_nulls(second_by, second_by_name, second_verdict, second_at) in (0, 4))
);
create index second_reviews_waiting on second_reviews (company_id, first_at, threat_id) where second_at is null;
create index second_reviews_at on second_reviews (company_id, second_at) where second_at is not null;
select protect_company_table('second_reviews', 'select, insert, update, delete');
