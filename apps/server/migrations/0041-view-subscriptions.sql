-- Who is notified of new threats in a saved view, and of which they were. New tables only: locks nothing.
create table view_subscriptions (
  company_id int not null,
  view_id uuid not null,
  user_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (company_id, view_id, user_id),
  foreign key (company_id, view_id) references saved_views (company_id, id) on delete cascade
);
select protect_company_table('view_subscriptions', 'select, insert, delete');

create table view_hits (
  company_id int not null,
  view_id uuid not null,
  user_id uuid not null,
  threat_id uuid not null,
  at timestamptz not null default now(),
  primary key (company_id, view_id, user_id, threat_id),
  foreign key (company_id, view_id, user_id) references view_subscriptions (company_id, view_id, user_id) on delete cascade,
  foreign key (company_id, threat_id) references threats (company_id, id) on delete cascade
);
-- For the rows of a deleted threat.
create index view_hits_threat on view_hits (company_id, threat_id);
select protect_company_table('view_hits', 'select, insert');
