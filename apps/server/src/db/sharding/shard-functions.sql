-- What a cluster of Citus needs besides the schema: run by db/sharding/shard-tables.ts, on the coordinator, each time the schema is updated.

-- The statement with each {table} replaced by its shard next to the given one, on the node that has both; without a shard, by the table.
create or replace function on_shards(p_shard oid, p_statement text) returns text language plpgsql stable as $$
declare
  name text;
  beside record;
begin
  if p_shard is null then return regexp_replace(p_statement, '\{(\w+)\}', 'public.\1', 'g'); end if;
  select * into beside from pg_dist_shard where shardid = substring((select relname from pg_class where oid = p_shard) from '_(\d+)$')::bigint;
  for name in select distinct match[1] from regexp_matches(p_statement, '\{(\w+)\}', 'g') match loop
    p_statement := replace(p_statement, '{' || name || '}', (
      select format('public.%I', name || '_' || shardid) from pg_dist_shard
      where logicalrelid = format('public.%I', name)::regclass and shardminvalue = beside.shardminvalue));
  end loop;
  return p_statement;
end $$;

-- The shard of a company in a table: null on a node that doesn't have it.
create or replace function shard_of(p_table text, p_company int) returns oid language sql stable as $$
  select to_regclass(format('public.%I', p_table || '_' || get_shard_id_for_distribution_column(p_table::regclass, p_company)))::oid
$$;

-- Numbers of a column: a shard has no identity of its own.
create or replace function number_row() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.id := coalesce(new.id, nextval(tg_argv[0]::regclass));
  return new;
end $$;

revoke execute on function number_row from public;

-- Rights on single columns don't reach the shards: there, the role may update the table, and this refuses the other columns.
create or replace function only_columns() returns trigger language plpgsql as $$
begin
  if current_user = tg_argv[0]
    and to_jsonb(new) - string_to_array(tg_argv[1], ',') is distinct from to_jsonb(old) - string_to_array(tg_argv[1], ',') then
    raise insufficient_privilege using message = format('permission denied for table %s', tg_table_name);
  end if;
  return new;
end $$;

-- Companies are on every node and people on the coordinator only, so no foreign key can lead from one to the other. No company is deleted.
create or replace function company_exists() returns trigger language plpgsql as $$
declare company int := to_jsonb(new) ->> tg_argv[0];
begin
  if not exists (select from companies where id = company) then
    raise foreign_key_violation using message = format('company %s does not exist', company);
  end if;
  return new;
end $$;

-- A node has no sequences of companies, and one wouldn't move with its company: the next number follows the highest, and writers of one company
-- wait for one another.
create or replace function number_threats() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtext('threat_numbers'), company_id)
    from (select distinct company_id from added order by company_id) as companies_of_added;
  -- The highest number is read once for each company: read for each row, it would go through the numbers that this statement has added.
  execute on_shards(tg_relid, $statement$
    with highest as materialized (
      select company_id, (select coalesce(max(number), 0) from {threat_numbers} n where n.company_id = c.company_id) as number
      from (select distinct company_id from added) c)
    insert into {threat_numbers} (company_id, number, threat_id)
      select company_id, h.number + row_number() over (partition by company_id), a.id from added a join highest h using (company_id)
    $statement$);
  return null;
end $$;
drop trigger if exists number_company on companies;

-- Citus commits a transaction that changed one node there, and only then on the coordinator: ended in between, the coordinator would lose its part.
-- Once a table that only the coordinator has was changed through Citus, it prepares the nodes before the coordinator commits. This one is empty.
create table if not exists signet_sharding.two_phase (id int);
do $$
begin
  if not exists (select from pg_dist_partition where logicalrelid = 'signet_sharding.two_phase'::regclass) then
    perform citus_add_local_table_to_metadata('signet_sharding.two_phase');
  end if;
end $$;

-- The last statement of a transaction: what it wrote on the coordinator and on the nodes is committed together. One that wrote nothing on the
-- coordinator, or may not write any more, commits as it is.
create or replace function commit_together() returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if pg_current_xact_id_if_assigned() is not null and current_setting('transaction_read_only') = 'off' then
    delete from signet_sharding.two_phase;
  end if;
end $$;
revoke all on function commit_together() from public;
grant execute on function commit_together() to signet_app, signet_identity, signet_audit;

-- Waits on a node until what was prepared there is committed or rolled back. The coordinator shows its part of a transaction a moment before
-- the node shows the other one; until a lost server is back, the moment is longer.
create or replace function wait_for_commits() returns boolean language plpgsql as $$
declare
  begun text[] := array(select gid from pg_prepared_xacts where database = current_database());
  most timestamptz := clock_timestamp() + interval '20 seconds';
begin
  while exists (select from pg_prepared_xacts where gid = any (begun)) loop
    if clock_timestamp() > most then
      raise transaction_resolution_unknown using message = 'a transaction that was prepared on this node has not ended';
    end if;
    perform pg_sleep(0.002);
  end loop;
  return true;
end $$;
do $$
declare sequence text;
begin
  for sequence in select format('%I.%I', schemaname, sequencename) from pg_sequences
    where schemaname = 'public' and sequencename ~ '^threat_numbers_[0-9]+$' loop
    execute 'drop sequence ' || sequence;
  end loop;
end $$;
