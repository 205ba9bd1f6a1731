-- The processes of the installation, its size over time, what its operators were notified of, and failed jobs. New tables only: locks nothing.
create table processes (
  id uuid primary key,
  host text not null,
  pid int not null,
  services text[] not null,
  version text not null,
  started_at timestamptz not null default now(),
  beat_at timestamptz not null default now()
);

create table database_sizes (
  day date primary key,
  bytes bigint not null check (bytes > 0)
);

-- The backups that were finished, as the command notes them.
create table backups (
  id text primary key check (length(id) between 1 and 100),
  finished_at timestamptz not null default now()
);

-- Parts of the installation that are in trouble now.
create table part_troubles (
  name text primary key,
  since timestamptz not null default now(),
  notified_at timestamptz
);
grant select, insert, update, delete on part_troubles to signet_app;

-- The product's role may not read jobs; with these it can repeat or remove a failed one in the transaction of its audit record.
create function retry_failed_job(kind text, job_id uuid) returns boolean
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  update pgboss.job set state = 'retry', retry_limit = retry_limit + 1, completed_on = null
  where name = kind and id = job_id and state = 'failed';
  return found;
end $$;

create function discard_failed_job(kind text, job_id uuid) returns boolean
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  delete from pgboss.job where name = kind and id = job_id and state = 'failed';
  return found;
end $$;
revoke execute on function retry_failed_job, discard_failed_job from public;
grant execute on function retry_failed_job, discard_failed_job to signet_app;
