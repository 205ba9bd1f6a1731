-- The size of every table, of each company's rows and of the disk, once a day. New tables only: locks nothing.
create table disk_sizes (
  day date primary key,
  used bigint not null check (used >= 0),
  free bigint not null check (free >= 0)
);

-- Tables with their partitions, indexes and long values.
create table table_sizes (
  day date not null,
  name text not null,
  bytes bigint not null check (bytes >= 0),
  -- As the planner estimates it.
  row_count bigint not null check (row_count >= 0),
  primary key (day, name)
);

-- What a company's rows take of the tables, estimated from a sample of their pages, and the size of its stored files.
create table company_sizes (
  company_id int not null references companies (id),
  day date not null,
  bytes bigint not null check (bytes >= 0),
  file_bytes bigint not null check (file_bytes >= 0),
  primary key (company_id, day)
);
select protect_company_table('company_sizes', 'select, insert, update, delete');
