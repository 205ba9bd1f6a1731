-- What a leaked password is: readable, hashed (and how), or a session. New columns only; their checks hold for what is written from
-- now on, so that no row is read for them.

-- Null where there is none, and for leaks kept before this.
alter table leaks add column password_kind text, add column hashed_by text,
  add constraint leaks_password_kind check (password_kind in ('plain', 'hashed', 'token')) not valid,
  add constraint leaks_hashed_by check (length(hashed_by) between 1 and 40) not valid;
comment on column leak_counts.dimension is
  'day, addedDay, database, package, urlType, subdomain, docCategory, docSource, stealer, host, passwordKind';
