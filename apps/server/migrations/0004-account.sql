-- What people say of themselves and want to be told. Adds two nullable columns (no rewrite, locks users for a moment) and a table.
alter table users
  add column locale text check (length(locale) between 1 and 35),
  add column time_zone text check (length(time_zone) between 1 and 64);

-- Belongs to a person, not to a company: only signet_identity may touch it. An empty list stands for all.
create table user_preferences (
  user_id uuid primary key references users (id),
  mail text not null check (mail in ('daily', 'weekly', 'off')),
  severities text[] not null,
  sources text[] not null,
  updated_at timestamptz not null default now()
);
grant select, insert, update on user_preferences to signet_identity;
