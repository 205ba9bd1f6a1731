-- The rights of the database roles that the product signs in as, and the functions that create tables. Locks nothing: the database is empty.
-- The roles belong to the whole server and exist before any migration (apps/server/src/db/roles.ts).

create extension if not exists pg_trgm;
create extension if not exists btree_gin;

grant usage on schema public to signet_app, signet_identity, signet_audit;

-- The companies that a transaction may see: app.companies holds their ids, comma-joined; unset or empty shows no rows.
create function app_companies() returns int[] language sql stable parallel safe as
  $$ select string_to_array(nullif(current_setting('app.companies', true), ''), ',')::int[] $$;

-- Protects a table whose rows belong to companies: only rows of the transaction's companies can be read or written, even by the table's
-- owner. Every table with company_id first in its keys calls this once. `rights` is what signet_app may do, as in GRANT.
create function protect_company_table(name regclass, rights text) returns void language plpgsql as $$
-- The sub-select is evaluated once per statement, not once per row, and looked up by hash: staff may see ten thousand companies.
declare is_visible text := 'company_id in (select unnest(app_companies()))';
begin
  execute format('alter table %s enable row level security', name);
  execute format('alter table %s force row level security', name);
  execute format('create policy tenant on %s using (%s) with check (%s)', name, is_visible, is_visible);
  execute format('grant %s on %s to signet_app', rights, name);
end $$;

-- No line breaks, other control characters or marks that change the direction of text: for everything that gets into the headers of a mail.
create function is_one_line(line text) returns boolean
  language sql immutable parallel safe
  return line !~ '[\u0001-\u001F\u007F-\u009F\u2028\u2029\u202A-\u202E\u2066-\u2069]';
