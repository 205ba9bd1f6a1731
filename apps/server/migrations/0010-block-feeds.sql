-- Block feeds: what a company's security systems should block while it is being taken down. New tables and triggers: locks the tables with
-- triggers for a moment.

-- A row for each company whose feeds were ever generated.
create table block_feeds (
  company_id int primary key references companies (id),
  -- In whole seconds, which are also the serial of the feeds; every change moves it on by at least one.
  changed_at timestamptz not null,
  -- Allow entries that expired before this instant are taken into account.
  checked_at timestamptz not null
);
select protect_company_table('block_feeds', 'select, insert, update');

-- What each takedown lists or has listed.
create table block_entries (
  company_id int not null,
  takedown_id uuid not null,
  kind text not null check (kind in ('host', 'url')),
  -- In the order of bytes, which pages are read in.
  value text collate "C" not null check (length(value) between 1 and 2000),
  -- The names below a host are listed too, unless the company allows or owns one of them.
  has_subdomains boolean not null,
  threat_type text not null,
  created_at timestamptz not null default now(),
  entered_at timestamptz not null default now(),
  left_at timestamptz,
  primary key (company_id, takedown_id, kind, value),
  foreign key (company_id, takedown_id) references takedowns (company_id, id)
);
create index block_entries_value on block_entries (company_id, kind, value);
create index block_entries_left on block_entries (company_id, left_at) where left_at is not null;
select protect_company_table('block_entries', 'select, insert, update, delete');

-- The files of the feeds as they were last generated (the bytes are in the file store under their SHA-256) and last fetched.
create table block_feed_files (
  company_id int not null references companies (id),
  file text not null check (file in ('hosts.txt', 'rpz.zone', 'stix.json', 'entries.json', 'entries.csv')),
  -- The change of the feeds that it contains.
  changed_at timestamptz,
  sha256 text check (length(sha256) = 64),
  size int check (size >= 0),
  fetched_at timestamptz,
  key_name text,
  primary key (company_id, file),
  check (num_nulls(changed_at, sha256, size) in (0, 3)),
  check (num_nulls(fetched_at, key_name) in (0, 2))
);
create index block_feed_files_sha256 on block_feed_files (company_id, sha256) where sha256 is not null;
select protect_company_table('block_feed_files', 'select, insert, update');

-- Changes that the feeds don't contain yet: of one takedown, or (null) of something that all depend on. Only ever added to and emptied, so that
-- no writer waits for another.
create table block_changes (
  company_id int not null references companies (id),
  id bigint generated always as identity,
  takedown_id uuid,
  primary key (company_id, id)
);
select protect_company_table('block_changes', 'select, insert, delete');

-- A trigger, because a feed must never miss a change, whatever made it.
create function note_block_change() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'takedowns' then
    insert into block_changes (company_id, takedown_id) values (new.company_id, new.id);
  elsif tg_table_name = 'threats' then
    insert into block_changes (company_id, takedown_id)
      select company_id, id from takedowns where company_id = new.company_id and threat_id = new.id;
  else
    insert into block_changes (company_id) values (coalesce(new.company_id, old.company_id));
  end if;
  return null;
end $$;
create trigger takedowns_block after insert or update of status on takedowns for each row execute function note_block_change();
create trigger threats_block after update of fields, url, class, threat_type on threats for each row
  when ((old.fields, old.url, old.class, old.threat_type) is distinct from (new.fields, new.url, new.class, new.threat_type))
  execute function note_block_change();
create trigger allow_entries_block after insert or delete or update of expires_at on allow_entries
  for each row execute function note_block_change();
create trigger brands_block after insert or delete or update of official, handles on brands
  for each row execute function note_block_change();
create trigger company_assets_block after insert or update of domains on company_assets
  for each row execute function note_block_change();
