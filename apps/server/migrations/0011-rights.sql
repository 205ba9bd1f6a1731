-- What a company can prove to a provider: trademarks, documents, and who speaks for it. New tables only: locks nothing.

create table rights (
  company_id int primary key references companies (id),
  legal_name text not null default '',
  postal_address text not null default '',
  phone text not null default '',
  signatory text not null default '',
  signatory_title text not null default '',
  email text not null default '',
  -- [{platform, handle}]
  accounts jsonb not null default '[]',
  version int not null default 1,
  constraint rights_one_line check (is_one_line(legal_name) and is_one_line(postal_address) and is_one_line(phone)
    and is_one_line(signatory) and is_one_line(signatory_title) and is_one_line(email))
);
select protect_company_table('rights', 'select, insert, update');

create table trademarks (
  company_id int not null references companies (id),
  office text not null check (length(office) between 1 and 60),
  number text not null check (length(number) between 1 and 60),
  name text not null check (length(name) between 1 and 200),
  classes smallint[] not null,
  expires_on date,
  -- The number of days before it expires that the last reminder was for.
  reminded_days smallint,
  place smallint not null,
  constraint trademarks_one_line check (is_one_line(office) and is_one_line(number) and is_one_line(name)),
  primary key (company_id, office, number)
);
select protect_company_table('trademarks', 'select, insert, update, delete');

-- The file of a document is the row of files with the same id.
create table rights_documents (
  company_id int not null,
  id uuid not null,
  kind text not null check (kind in ('registration', 'authorisation', 'identity', 'other')),
  expires_on date,
  reminded_days smallint,
  primary key (company_id, id),
  foreign key (company_id, id) references files (company_id, id)
);
select protect_company_table('rights_documents', 'select, insert, update, delete');

-- The accounts of a company with the services that take reports.
create table abuse_report_accounts (
  company_id int not null references companies (id),
  id uuid not null,
  service text not null check (service in ('cloudflare', 'godaddy', 'netcraft', 'urlhaus', 'urlscan')),
  account text not null default '',
  -- Encrypted with a key of the company.
  secret bytea,
  tested_at timestamptz,
  test_problem jsonb,
  constraint abuse_report_accounts_one_line check (is_one_line(account)),
  primary key (company_id, id),
  unique (company_id, service)
);
select protect_company_table('abuse_report_accounts', 'select, insert, update, delete');
