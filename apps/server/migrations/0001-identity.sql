-- Companies, the people who sign in, and their sessions. New tables only: locks nothing that exists.
--
-- Two plain roles do all the product's work inside `set local role`, whoever the connection belongs to:
--   signet_app       everything of a company, always behind row-level security; sees no password and no session
--   signet_identity  sign-in and session checks only; sees no threat
do $$ begin
  if not exists (select from pg_roles where rolname = 'signet_app') then
    create role signet_app nologin nosuperuser nobypassrls nocreatedb nocreaterole;
  end if;
exception when duplicate_object or unique_violation then null;
end $$;
do $$ begin
  if not exists (select from pg_roles where rolname = 'signet_identity') then
    create role signet_identity nologin nosuperuser nobypassrls nocreatedb nocreaterole;
  end if;
exception when duplicate_object or unique_violation then null;
end $$;
do $$ begin
  execute format('grant signet_app, signet_identity to %I', current_user);
exception when others then
  -- A superuser needs no membership, and one cannot be granted to oneself.
  if not (select rolsuper from pg_roles where rolname = current_user) then raise; end if;
end $$;

create extension if not exists pg_trgm;
create extension if not exists btree_gin;

grant usage on schema public to signet_app, signet_identity;

create table companies (
  id int generated always as identity primary key,
  key text not null unique check (key ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
  name text not null check (length(name) between 1 and 200),
  is_active boolean not null default true,
  is_demo boolean not null default false,
  modules jsonb not null default '{}',
  threat_sources text[] not null,
  tout_sources text[] not null default '{}',
  config jsonb not null default '{}',
  created_at timestamptz not null default now()
);
-- A company's row is seen by those who work for it; sign-in has to see them all. Not forced: the owner adds companies.
alter table companies enable row level security;
create policy identity on companies for select to signet_identity using (true);
grant select on companies to signet_app, signet_identity;

create table users (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  name text not null,
  role text not null check (role in ('superAdmin', 'admin', 'subAdmin', 'adminPeeker', 'subAdminPeekerOne',
    'subAdminPeekerTwo', 'client', 'clientPeeker', 'qa')),
  company_id int not null references companies (id),
  password_hash text not null,
  is_active boolean not null default true,
  is_demo boolean not null default false,
  phone text,
  last_sign_in_at timestamptz,
  created_at timestamptz not null default now()
);
grant select, insert, update on users to signet_identity;

create table user_companies (
  user_id uuid not null references users (id),
  company_id int not null references companies (id),
  primary key (user_id, company_id)
);
grant select, insert, delete on user_companies to signet_identity;

create table sessions (
  id uuid primary key,
  user_id uuid not null references users (id),
  token_hash bytea not null unique,
  ip text,
  user_agent text,
  created_at timestamptz not null default now(),
  used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  ended_why text
);
create index sessions_user on sessions (user_id) where ended_at is null;
create index sessions_expires on sessions (expires_at);
grant select, insert, update, delete on sessions to signet_identity;

create table refresh_tokens (
  token_hash bytea primary key,
  session_id uuid not null references sessions (id),
  issued_at timestamptz not null default now(),
  expires_at timestamptz not null,
  rotated_at timestamptz,
  successor_hash bytea,
  used_at timestamptz
);
create index refresh_tokens_session on refresh_tokens (session_id);
grant select, insert, update, delete on refresh_tokens to signet_identity;

create table sign_ins (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  email text not null,
  user_id uuid,
  ip text,
  user_agent text,
  result text not null check (result in ('ok', 'refused', 'throttled')),
  reason text
);
create index sign_ins_email on sign_ins (email, at);
create index sign_ins_ip on sign_ins (ip, at);
create index sign_ins_at on sign_ins (at);
grant select, insert, delete on sign_ins to signet_identity;
