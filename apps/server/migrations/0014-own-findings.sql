-- Findings that were the company's own assets and not reported. A new table: locks nothing.
create table own_findings (
  company_id int not null references companies (id),
  source text not null,
  kind text not null check (kind in ('domain', 'handle', 'phone', 'account', 'app', 'partner')),
  -- The asset as the company entered it.
  value text not null check (length(value) between 1 and 300),
  suppressions int not null,
  last_suppressed_at timestamptz not null,
  primary key (company_id, source, kind, value)
);
select protect_company_table('own_findings', 'select, insert, update');
