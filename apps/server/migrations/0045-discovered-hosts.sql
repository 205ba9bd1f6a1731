-- Host names that were found below the own domains of a company, and what a person decided about each. Only approved ones are checked.
-- A new table: locks nothing.
create table discovered_hosts (
  company_id int not null references companies (id),
  host text not null check (length(host) between 3 and 253),
  -- Every way in which it was found.
  origins text[] not null check (cardinality(origins) > 0),
  state text not null default 'candidate' check (state in ('candidate', 'approved', 'rejected')),
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- When it was last read and checked.
  checked_at timestamptz,
  decided_at timestamptz,
  -- The user who decided; null if the policy of the company did.
  decided_by_name text,
  primary key (company_id, host)
);
select protect_company_table('discovered_hosts', 'select, insert, update');
