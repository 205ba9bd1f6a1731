-- Emails in which people reported phishing to a company, so that each counts once, and the addresses in them, so that the reports of an
-- address can be counted. Neither an email nor its sender is kept: all columns are keyed hashes. New tables: locks nothing.
create table reported_mails (
  company_id int not null references companies (id),
  -- Of its Message-ID, or of its bytes.
  mail bytea not null check (length(mail) = 32),
  -- Of the address of its sender; that of the email itself if it has none.
  sender bytea not null check (length(sender) = 32),
  created_at timestamptz not null default now(),
  primary key (company_id, mail)
);
select protect_company_table('reported_mails', 'select, insert, delete');

create table reported_links (
  company_id int not null,
  link bytea not null check (length(link) = 32),
  mail bytea not null,
  primary key (company_id, link, mail),
  foreign key (company_id, mail) references reported_mails (company_id, mail) on delete cascade
);
create index reported_links_mail on reported_links (company_id, mail);
select protect_company_table('reported_links', 'select, insert, delete');
