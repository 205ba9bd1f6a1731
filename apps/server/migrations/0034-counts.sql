-- Counts of threats, of the activity on them and of their cases, for lists and dashboards (docs/decisions/counts.md). Counts what exists:
-- locks threats, audit, takedowns and deeper_analyses against writing until it ends, about a minute for a million threats.

-- Of each of the three, one table holds totals, and one the changes that the totals don't contain yet. A statement that changes rows only
-- adds changes, so that no writer waits for another; a job adds them to the totals (`counts` of the jobs). Readers sum both.

create table threat_counts (
  company_id int not null references companies (id),
  kind text not null,
  stage text not null,
  auto_filtered boolean not null,
  source text not null,
  threat_type text not null,
  severity smallint not null,
  status text not null,
  -- Empty for none, as the next ones.
  category text not null,
  ad_source text not null,
  url_source text not null,
  count bigint not null,
  primary key (company_id, kind, stage, auto_filtered, source, threat_type, severity, status, category, ad_source, url_source)
);
select protect_company_table('threat_counts', 'select, insert, update, delete');

-- The published ones that weren't filtered automatically, by the UTC day of the first sighting.
create table threat_day_counts (
  company_id int not null references companies (id),
  kind text not null,
  day date not null,
  source text not null,
  threat_type text not null,
  severity smallint not null,
  is_open boolean not null,
  count bigint not null,
  primary key (company_id, kind, day, source, threat_type, severity, is_open)
);
select protect_company_table('threat_day_counts', 'select, insert, update, delete');

-- For both.
create table threat_count_changes (
  company_id int not null,
  id bigint generated always as identity,
  kind text not null,
  stage text not null,
  auto_filtered boolean not null,
  source text not null,
  threat_type text not null,
  severity smallint not null,
  status text not null,
  category text not null,
  ad_source text not null,
  url_source text not null,
  day date not null,
  count bigint not null,
  primary key (company_id, id)
);
select protect_company_table('threat_count_changes', 'select, insert, delete');

-- What people did with published threats, by the threats as they are now.
create table activity_counts (
  company_id int not null references companies (id),
  kind text not null,
  action text not null,
  source text not null,
  severity smallint not null,
  count bigint not null,
  primary key (company_id, kind, action, source, severity)
);
select protect_company_table('activity_counts', 'select, insert, update, delete');

create table activity_count_changes (
  company_id int not null,
  id bigint generated always as identity,
  kind text not null,
  action text not null,
  source text not null,
  severity smallint not null,
  count bigint not null,
  primary key (company_id, id)
);
select protect_company_table('activity_count_changes', 'select, insert, delete');

-- Takedowns and deeper analyses, by the threats as they are now.
create table case_counts (
  company_id int not null references companies (id),
  cases text not null,
  status text not null,
  kind text not null,
  -- Whether the threat is published and wasn't filtered automatically.
  is_listed boolean not null,
  source text not null,
  threat_type text not null,
  severity smallint not null,
  count bigint not null,
  primary key (company_id, cases, status, kind, is_listed, source, threat_type, severity)
);
select protect_company_table('case_counts', 'select, insert, update, delete');

create table case_count_changes (
  company_id int not null,
  id bigint generated always as identity,
  cases text not null,
  status text not null,
  kind text not null,
  is_listed boolean not null,
  source text not null,
  threat_type text not null,
  severity smallint not null,
  count bigint not null,
  primary key (company_id, id)
);
select protect_company_table('case_count_changes', 'select, insert, delete');

-- Whether an action counts as activity. A correction only counts once the threat is published: earlier ones are not shown to clients.
create function is_activity(action text, at timestamptz, published_at timestamptz) returns boolean
  language sql immutable parallel safe
  return action in ('threat.whitelist', 'threat.falsePositive', 'threat.takedown', 'threat.deeperAnalysis', 'threat.reopen',
    'threat.remarked') or action = 'threat.corrected' and at >= published_at;

-- Whether lists show a threat that nothing else is filtered by.
create function is_listed(stage text, auto_filtered boolean) returns boolean
  language sql immutable parallel safe return stage = 'published' and not auto_filtered;

-- A text as the counts contain it: short enough for a key.
create function counted_text(value text) returns text language sql immutable parallel safe return left(coalesce(value, ''), 150);

-- In all triggers below, rows before and after a statement are counted as -1 and 1, so that what the statement leaves as it was cancels out
-- without comparing the rows with each other. They run with the rights of who writes. `offset 0` keeps the planner, which plans once for
-- statements of one row and of thousands, from reading whole tables.

create function count_threats() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into threat_count_changes (company_id, kind, stage, auto_filtered, source, threat_type, severity, status, category,
      ad_source, url_source, day, count)
    select company_id, kind, stage, auto_filtered, source, threat_type, severity, status, counted_text(category),
      counted_text(fields ->> 'adSource'), counted_text(fields ->> 'urlSource'), (first_seen at time zone 'UTC')::date, count(*)
    from added group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12;
    return null;
  elsif tg_op = 'DELETE' then
    insert into threat_count_changes (company_id, kind, stage, auto_filtered, source, threat_type, severity, status, category,
      ad_source, url_source, day, count)
    select company_id, kind, stage, auto_filtered, source, threat_type, severity, status, counted_text(category),
      counted_text(fields ->> 'adSource'), counted_text(fields ->> 'urlSource'), (first_seen at time zone 'UTC')::date, -count(*)
    from removed group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12;
    return null;
  end if;

  insert into threat_count_changes (company_id, kind, stage, auto_filtered, source, threat_type, severity, status, category,
      ad_source, url_source, day, count)
  select company_id, kind, stage, auto_filtered, source, threat_type, severity, status, counted_text(category),
    counted_text(fields ->> 'adSource'), counted_text(fields ->> 'urlSource'), (first_seen at time zone 'UTC')::date, sum(n)
  from (select a.*, 1 as n from added a union all select r.*, -1 from removed r) changed
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 having sum(n) <> 0;

  insert into activity_count_changes (company_id, kind, action, source, severity, count)
  select t.company_id, t.kind, a.action, t.source, t.severity, sum(t.n)
  from (
    select company_id, id, kind, source, severity, published_at, sum(n) as n
    from (select a.*, 1 as n from added a union all select r.*, -1 from removed r) changed
    where stage = 'published' group by 1, 2, 3, 4, 5, 6 having sum(n) <> 0
  ) t cross join lateral (
    select action from audit where company_id = t.company_id and target_id = t.id and target_type = 'threat'
      and is_activity(action, at, t.published_at) offset 0
  ) a
  group by 1, 2, 3, 4, 5 having sum(t.n) <> 0;

  insert into case_count_changes (company_id, cases, status, kind, is_listed, source, threat_type, severity, count)
  select t.company_id, c.cases, c.status, t.kind, t.is_listed, t.source, t.threat_type, t.severity, sum(t.n)
  from (
    select company_id, id, kind, is_listed(stage, auto_filtered) as is_listed, source, threat_type, severity, sum(n) as n
    from (select a.*, 1 as n from added a union all select r.*, -1 from removed r) changed
    group by 1, 2, 3, 4, 5, 6, 7 having sum(n) <> 0
  ) t cross join lateral (
    select 'takedowns' as cases, k.status from takedowns k where k.company_id = t.company_id and k.threat_id = t.id
    union all select 'deeper_analyses', d.status from deeper_analyses d where d.company_id = t.company_id and d.threat_id = t.id
    offset 0
  ) c
  group by 1, 2, 3, 4, 5, 6, 7, 8 having sum(t.n) <> 0;
  return null;
end $$;
create trigger threats_count_added after insert on threats referencing new table as added
  for each statement execute function count_threats();
create trigger threats_count_removed after delete on threats referencing old table as removed
  for each statement execute function count_threats();
create trigger threats_count_changed after update on threats referencing new table as added old table as removed
  for each statement execute function count_threats();

-- The threats are locked against changes of what they are counted by, because a concurrent change of a threat wouldn't see the new record.
-- Those that the transaction has changed itself are locked already; locking thousands of them again would take as long as changing them.
create function count_activity() returns trigger language plpgsql as $$
begin
  if not exists (select from added where target_type = 'threat' and is_activity(action, at, '-infinity')) then return null; end if;
  insert into activity_count_changes (company_id, kind, action, source, severity, count)
  with known as (
    select t.*, a.action, a.at from added a cross join lateral (
      select company_id, id, kind, stage, source, severity, published_at, xmin = pg_current_xact_id()::xid as is_locked from threats
      where company_id = a.company_id and id = a.target_id offset 0
    ) t where a.target_type = 'threat' and is_activity(a.action, a.at, '-infinity')
  ), locked as (
    select t.*, k.action, k.at from (select company_id, id, action, at from known where not is_locked order by 1, 2) k
    cross join lateral (
      select company_id, kind, stage, source, severity, published_at from threats
      where company_id = k.company_id and id = k.id offset 0 for no key update
    ) t
  )
  select company_id, kind, action, source, severity, count(*) from (
    select company_id, kind, stage, source, severity, published_at, action, at from known where is_locked union all select * from locked
  ) done
  where stage = 'published' and is_activity(action, at, published_at) group by 1, 2, 3, 4, 5;
  return null;
end $$;
create trigger audit_count_added after insert on audit referencing new table as added
  for each statement execute function count_activity();

-- As above. Most updates of a case leave its status as it is.
create function count_cases() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into case_count_changes (company_id, cases, status, kind, is_listed, source, threat_type, severity, count)
    with known as (
      select t.*, c.status, c.n from (select company_id, threat_id, status, 1 as n from added) c
      cross join lateral (
        select company_id, id, kind, is_listed(stage, auto_filtered) as is_listed, source, threat_type, severity,
          xmin = pg_current_xact_id()::xid as is_locked from threats
        where company_id = c.company_id and id = c.threat_id offset 0
      ) t
    ), locked as (
      select t.*, k.status, k.n from (select company_id, id, status, n from known where not is_locked order by 1, 2) k
      cross join lateral (
        select company_id, kind, is_listed(stage, auto_filtered) as is_listed, source, threat_type, severity from threats
        where company_id = k.company_id and id = k.id offset 0 for no key update
      ) t
    )
    select company_id, tg_table_name, status, kind, is_listed, source, threat_type, severity, sum(n) from (
      select company_id, kind, is_listed, source, threat_type, severity, status, n from known where is_locked
      union all select * from locked
    ) done group by 1, 2, 3, 4, 5, 6, 7, 8 having sum(n) <> 0;
  elsif tg_op = 'DELETE' then
    insert into case_count_changes (company_id, cases, status, kind, is_listed, source, threat_type, severity, count)
    with known as (
      select t.*, c.status, c.n from (select company_id, threat_id, status, -1 as n from removed) c
      cross join lateral (
        select company_id, id, kind, is_listed(stage, auto_filtered) as is_listed, source, threat_type, severity,
          xmin = pg_current_xact_id()::xid as is_locked from threats
        where company_id = c.company_id and id = c.threat_id offset 0
      ) t
    ), locked as (
      select t.*, k.status, k.n from (select company_id, id, status, n from known where not is_locked order by 1, 2) k
      cross join lateral (
        select company_id, kind, is_listed(stage, auto_filtered) as is_listed, source, threat_type, severity from threats
        where company_id = k.company_id and id = k.id offset 0 for no key update
      ) t
    )
    select company_id, tg_table_name, status, kind, is_listed, source, threat_type, severity, sum(n) from (
      select company_id, kind, is_listed, source, threat_type, severity, status, n from known where is_locked
      union all select * from locked
    ) done group by 1, 2, 3, 4, 5, 6, 7, 8 having sum(n) <> 0;
  else
    insert into case_count_changes (company_id, cases, status, kind, is_listed, source, threat_type, severity, count)
    with known as (
      select t.*, c.status, c.n from (
        select company_id, threat_id, status, sum(n) as n
        from (select a.*, 1 as n from added a union all select r.*, -1 from removed r) both_sides
        group by 1, 2, 3 having sum(n) <> 0
      ) c
      cross join lateral (
        select company_id, id, kind, is_listed(stage, auto_filtered) as is_listed, source, threat_type, severity,
          xmin = pg_current_xact_id()::xid as is_locked from threats
        where company_id = c.company_id and id = c.threat_id offset 0
      ) t
    ), locked as (
      select t.*, k.status, k.n from (select company_id, id, status, n from known where not is_locked order by 1, 2) k
      cross join lateral (
        select company_id, kind, is_listed(stage, auto_filtered) as is_listed, source, threat_type, severity from threats
        where company_id = k.company_id and id = k.id offset 0 for no key update
      ) t
    )
    select company_id, tg_table_name, status, kind, is_listed, source, threat_type, severity, sum(n) from (
      select company_id, kind, is_listed, source, threat_type, severity, status, n from known where is_locked
      union all select * from locked
    ) done group by 1, 2, 3, 4, 5, 6, 7, 8 having sum(n) <> 0;
  end if;
  return null;
end $$;
create trigger takedowns_count_added after insert on takedowns referencing new table as added
  for each statement execute function count_cases();
create trigger takedowns_count_removed after delete on takedowns referencing old table as removed
  for each statement execute function count_cases();
create trigger takedowns_count_changed after update on takedowns referencing new table as added old table as removed
  for each statement execute function count_cases();
create trigger deeper_analyses_count_added after insert on deeper_analyses referencing new table as added
  for each statement execute function count_cases();
create trigger deeper_analyses_count_removed after delete on deeper_analyses referencing old table as removed
  for each statement execute function count_cases();
create trigger deeper_analyses_count_changed after update on deeper_analyses referencing new table as added old table as removed
  for each statement execute function count_cases();

-- What exists now. The policies of the tables apply to their owner too.
select set_config('app.companies', coalesce(string_agg(id::text, ','), ''), true) from companies;
insert into threat_counts (company_id, kind, stage, auto_filtered, source, threat_type, severity, status, category,
    ad_source, url_source, count)
  select company_id, kind, stage, auto_filtered, source, threat_type, severity, status, counted_text(category),
    counted_text(fields ->> 'adSource'), counted_text(fields ->> 'urlSource'), count(*)
  from threats group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11;
insert into threat_day_counts (company_id, kind, day, source, threat_type, severity, is_open, count)
  select company_id, kind, (first_seen at time zone 'UTC')::date, source, threat_type, severity, status = 'open', count(*)
  from threats where stage = 'published' and not auto_filtered group by 1, 2, 3, 4, 5, 6, 7;
insert into activity_counts (company_id, kind, action, source, severity, count)
  select t.company_id, t.kind, a.action, t.source, t.severity, count(*)
  from threats t join audit a on a.company_id = t.company_id and a.target_id = t.id
  where t.stage = 'published' and a.target_type = 'threat' and is_activity(a.action, a.at, t.published_at) group by 1, 2, 3, 4, 5;
insert into case_counts (company_id, cases, status, kind, is_listed, source, threat_type, severity, count)
  select t.company_id, c.cases, c.status, t.kind, is_listed(t.stage, t.auto_filtered), t.source, t.threat_type, t.severity, count(*)
  from (select company_id, threat_id, status, 'takedowns' as cases from takedowns
    union all select company_id, threat_id, status, 'deeper_analyses' from deeper_analyses) c
  join threats t on t.company_id = c.company_id and t.id = c.threat_id group by 1, 2, 3, 4, 5, 6, 7, 8;
select set_config('app.companies', '', true);
