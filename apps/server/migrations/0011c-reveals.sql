-- Revealed passwords, for the daily allowance of a person. Belongs to people, not to a company: only signet_identity may touch it. New
-- table only: locks nothing.
create table reveals (
  id bigint generated always as identity primary key,
  user_id uuid not null references users (id),
  at timestamptz not null default now()
);
create index reveals_user on reveals (user_id, at);
grant select, insert, delete on reveals to signet_identity;
