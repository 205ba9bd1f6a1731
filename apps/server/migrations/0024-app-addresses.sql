-- Apps that people add by their address: a job fetches the page of the store, or the file.
alter table app_files
  alter column sha256 drop not null,
  alter column type drop not null,
  alter column size drop not null,
  add column address text check (length(address) between 1 and 2000),
  -- Whether the page of a store was read instead of a file.
  add column is_listing boolean not null default false,
  add constraint app_files_fetched check ((sha256 is null) = (type is null) and (sha256 is null) = (size is null)),
  -- What is not fetched yet has an address, and what was read is stored.
  add constraint app_files_address check (sha256 is not null or (address is not null and state <> 'read'));
