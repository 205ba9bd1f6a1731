-- Who showed or copied the user names in leaks, and why. New table only: locks nothing.

create table leak_disclosures (
  company_id int not null references companies (id),
  id uuid not null,
  -- A user, or an API key.
  user_id uuid not null,
  by_name text not null,
  kind text not null check (kind in ('shown', 'copied')),
  reason text not null check (length(reason) between 10 and 500),
  at timestamptz not null,
  -- Until when the names are shown; null if they were copied.
  until timestamptz,
  -- How many names were copied; null if they are shown.
  names int,
  primary key (company_id, id),
  check ((kind = 'shown') = (until is not null) and (kind = 'copied') = (names is not null))
);
-- The latest of a company, and those of one person.
create index leak_disclosures_at on leak_disclosures (company_id, at);
create index leak_disclosures_user on leak_disclosures (company_id, user_id, at);
select protect_company_table('leak_disclosures', 'select, insert, update, delete');
