-- The profile pictures of the company's own accounts, as connectors see them. A new table only: locks nothing.
create table official_photos (
  company_id int not null references companies (id),
  source text not null,
  handle text not null,
  -- The perceptual hash of the picture, in hexadecimal digits.
  hash text not null check (hash ~ '^[0-9a-f]{16}$'),
  seen_at timestamptz not null default now(),
  primary key (company_id, source, handle)
);
select protect_company_table('official_photos', 'select, insert, update, delete');
