-- Leaked sign-ins, documents and data of a company, their figures, and the people who are looked after. New tables only: locks nothing.

create table leaks (
  company_id int not null references companies (id),
  id uuid not null,
  leak_type text not null check (leak_type in ('employeeCredentials', 'customerCredentials', 'stealerLogs', 'comboLists',
    'sessionTokens', 'paymentCards', 'documents', 'sourceCode', 'piiDatabases')),
  -- A keyed hash of what makes two leaks the same, the password included: no plain hash of it can be guessed against.
  fingerprint bytea not null,
  entity text not null check (length(entity) between 1 and 200),
  source text not null check (length(source) between 1 and 200),
  leaked_at timestamptz not null,
  added_at timestamptz not null default now(),
  url text check (length(url) <= 2000),
  -- The host or app of the address, in lower case.
  host text check (length(host) <= 300),
  url_type text,
  -- The host, when it is a name of the company.
  subdomain text check (length(subdomain) <= 300),
  username text check (length(username) <= 500),
  -- The user name in lower case: what is compared.
  login text check (length(login) <= 500),
  search text not null,
  is_employee boolean not null default false,
  has_password boolean not null default false,
  -- The password closed with the company's key (secrets/), and what a mask may show of it, closed as well.
  secret bytea,
  hint bytea,
  stealer text check (length(stealer) <= 100),
  doc_category text check (length(doc_category) <= 100),
  doc_source text check (length(doc_source) <= 100),
  records int,
  status text not null default 'open' check (status in ('open', 'resolved', 'ignored')),
  is_demo boolean not null default false,
  version int not null default 1,
  primary key (company_id, id),
  unique (company_id, fingerprint)
);
create index leaks_leaked on leaks (company_id, leaked_at, id, leak_type, status);
create index leaks_type on leaks (company_id, leak_type, leaked_at, id, status);
create index leaks_added on leaks (company_id, added_at, id, leak_type, status);
create index leaks_entity on leaks (company_id, entity, leaked_at, id, leak_type, status);
create index leaks_source on leaks (company_id, source, leaked_at, id, leak_type, status);
create index leaks_login on leaks (company_id, login, id, leak_type, status);
create index leaks_subdomain on leaks (company_id, subdomain, leaked_at, id) where subdomain is not null;
create index leaks_search on leaks using gin (company_id, search gin_trgm_ops);

-- Figures of leaks that are not ignored, kept in the transaction of each change: five million leaks are too many to count for a page.
create table leak_counts (
  company_id int not null references companies (id),
  -- What is counted by: day, addedDay, database, package, urlType, subdomain, docCategory, docSource, stealer, host.
  dimension text not null,
  -- Empty where kinds are not told apart (host).
  leak_type text not null,
  key text not null,
  leaks int not null,
  employees int not null,
  with_password int not null,
  primary key (company_id, dimension, leak_type, key)
);
create index leak_counts_top on leak_counts (company_id, leaks, key) where dimension = 'host';

-- The people of a company whose leaks are watched.
create table executives (
  company_id int not null references companies (id),
  id uuid not null,
  name text not null check (length(name) between 1 and 200),
  title text check (length(title) <= 200),
  -- In lower case.
  emails text[] not null,
  handles text[] not null,
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (company_id, id)
);
create index executives_name on executives (company_id, name, id);

do $$
declare t text;
begin
  foreach t in array array['leaks', 'leak_counts', 'executives'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I using (company_id = any ((select app_companies())::int[]))
      with check (company_id = any ((select app_companies())::int[]))', t);
  end loop;
end $$;
grant select, insert, update, delete on leaks, leak_counts, executives to signet_app;

-- Substring search beside row-level security, as threats_matching (0002).
-- Reviewed: the company must be one of app.companies; nothing but ids of that company leaves it.
create function leaks_matching(p_company int, p_needle text) returns setof uuid
language plpgsql stable security definer rows 100 set search_path = public, pg_temp
set plan_cache_mode = force_custom_plan as $$
declare pattern text := '%' || replace(replace(replace(lower(p_needle), '\', '\\'), '%', '\%'), '_', '\_') || '%';
begin
  if not (p_company = any (coalesce(app_companies(), '{}'))) then return; end if;
  return query select id from leaks
    where company_id = p_company and search like pattern
    order by leaked_at desc, id desc
    limit 10001;
end $$;
do $$ begin execute format('create policy owner_search on leaks for select to %I using (true)', current_user); end $$;
revoke all on function leaks_matching(int, text) from public;
grant execute on function leaks_matching(int, text) to signet_app;
