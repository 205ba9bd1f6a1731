-- Leaked credentials, documents and data of a company, with their figures. New tables only: locks nothing.

create table leaks (
  company_id int not null references companies (id),
  id uuid not null,
  leak_type text not null check (leak_type in ('employeeCredentials', 'customerCredentials', 'stealerLogs', 'comboLists',
    'sessionTokens', 'paymentCards', 'documents', 'sourceCode', 'piiDatabases')),
  -- A keyed hash of what makes two leaks the same, the password included: a plain hash of it could be guessed.
  fingerprint bytea not null,
  entity text not null check (length(entity) between 1 and 200),
  source text not null check (length(source) between 1 and 200),
  leaked_at timestamptz not null,
  added_at timestamptz not null default now(),
  url text check (length(url) <= 2000),
  -- The host or app of the URL, in lower case.
  host text check (length(host) <= 300),
  url_type text,
  -- The host, when it is a name of the company.
  subdomain text check (length(subdomain) <= 300),
  username text check (length(username) <= 500),
  -- The user name in lower case, for comparisons.
  login text check (length(login) <= 500),
  search text not null,
  is_employee boolean not null default false,
  has_password boolean not null default false,
  -- The password encrypted with the company's key (secrets/), and what a mask may show of it, encrypted as well.
  secret bytea,
  hint bytea,
  stealer text check (length(stealer) <= 100),
  doc_category text check (length(doc_category) <= 100),
  doc_source text check (length(doc_source) <= 100),
  records int,
  status text not null default 'open' check (status in ('open', 'resolved', 'ignored')),
  is_demo boolean not null default false,
  version int not null default 1,
  -- Readable, hashed (and how), or a session; null without a password.
  password_kind text constraint leaks_password_kind check (password_kind in ('plain', 'hashed', 'token')),
  hashed_by text constraint leaks_hashed_by check (length(hashed_by) between 1 and 40),
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
-- For the nightly deletion of passwords.
create index leaks_sealed on leaks (company_id, added_at, id) where secret is not null;
select protect_company_table('leaks', 'select, insert, update, delete');

-- Substring search despite row-level security, as threats_matching.
-- Reviewed: the company must be one of app.companies; it only returns ids of that company.
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

-- Figures of leaks that are not ignored, kept in the transaction of each change: five million leaks are too many to count for a page.
create table leak_counts (
  company_id int not null references companies (id),
  dimension text not null,
  -- Empty where leak types are not distinguished (host).
  leak_type text not null,
  key text not null,
  leaks int not null,
  employees int not null,
  with_password int not null,
  primary key (company_id, dimension, leak_type, key)
);
comment on column leak_counts.dimension is
  'day, addedDay, database, package, urlType, subdomain, docCategory, docSource, stealer, host, passwordKind';
create index leak_counts_top on leak_counts (company_id, leaks, key) where dimension = 'host';
select protect_company_table('leak_counts', 'select, insert, update, delete');

-- How far a file of leaks was read, so that an interrupted import resumes where it stopped.
create table leak_imports (
  company_id int not null references companies (id),
  id uuid not null,
  -- A keyed hash of the file's size, beginning and end, and of what it is imported as.
  file bytea not null,
  name text not null,
  bytes_read bigint not null default 0,
  rows_read bigint not null default 0,
  rows_kept bigint not null default 0,
  rows_added bigint not null default 0,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  -- What the file was read for, so that the portal can show when each type was last checked.
  leak_type text,
  primary key (company_id, id),
  unique (company_id, file)
);
create index leak_imports_type on leak_imports (company_id, leak_type, finished_at);
select protect_company_table('leak_imports', 'select, insert, update');
