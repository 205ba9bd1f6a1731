-- Users, how they sign in, and company single sign-on. New tables only: locks nothing.
--
-- All of these belong to people, or are read before anybody is signed in: only signet_identity may use them.

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
  created_at timestamptz not null default now(),
  locale text check (length(locale) between 1 and 35),
  time_zone text check (length(time_zone) between 1 and 64),
  must_change_password boolean not null default false,
  -- Invited by a company itself: needs a second factor, as staff do.
  needs_factor boolean not null default false,
  -- Wrong passwords and codes before this time no longer count: the password was reset, or the account was unlocked.
  unlocked_at timestamptz,
  version int not null default 1,
  constraint users_one_line check (is_one_line(name))
);
grant select, insert, update on users to signet_identity;

create table user_companies (
  user_id uuid not null references users (id),
  company_id int not null references companies (id),
  primary key (user_id, company_id)
);
grant select, insert, delete on user_companies to signet_identity;

create table user_preferences (
  user_id uuid primary key references users (id),
  mail text not null check (mail in ('daily', 'weekly', 'off')),
  -- Empty: all.
  severities text[] not null,
  sources text[] not null,
  updated_at timestamptz not null default now(),
  -- How the portal is set up: density, keys, columns. The contract limits it to about 120 kB; the check is the last line of defense.
  portal jsonb not null default '{}' check (jsonb_typeof(portal) = 'object' and length(portal::text) <= 262144)
);
grant select, insert, update on user_preferences to signet_identity;

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
  ended_why text,
  -- The company whose client a staff user views the portal as.
  view_company_id integer references companies (id)
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

-- Attempts to sign in, kept for 90 days.
create table sign_ins (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  email text not null,
  user_id uuid,
  ip text,
  user_agent text,
  -- `challenged`: the password was right and something else is required (a code, a new password).
  result text not null check (result in ('ok', 'refused', 'throttled', 'challenged')),
  reason text
);
create index sign_ins_email on sign_ins (email, at);
create index sign_ins_ip on sign_ins (ip, at);
create index sign_ins_at on sign_ins (at);
create index sign_ins_result on sign_ins (result, at);
create index sign_ins_user on sign_ins (user_id, at);
grant select, insert, delete on sign_ins to signet_identity;

-- Number of requests of each caller in the current minute or hour, shared by all processes. Not in the write-ahead log: counting may
-- start over after a crash.
create unlogged table rate_counts (
  gate text not null,
  -- A user's id or an address.
  caller text not null,
  ends_at timestamptz not null,
  count int not null,
  primary key (gate, caller, ends_at)
);
create index rate_counts_ends on rate_counts (ends_at);
grant select, insert, update, delete on rate_counts to signet_identity;

create table totp_factors (
  user_id uuid primary key references users (id),
  -- Encrypted with a key of the installation, see seal.ts.
  secret bytea not null,
  -- The time step of the last code: it and all before it are used up.
  last_step bigint not null default 0,
  -- Null until the first code has shown that the secret arrived.
  confirmed_at timestamptz,
  created_at timestamptz not null default now()
);
grant select, insert, update, delete on totp_factors to signet_identity;

create table recovery_codes (
  user_id uuid not null references users (id),
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);
grant select, insert, update, delete on recovery_codes to signet_identity;

create table passkeys (
  id uuid primary key,
  user_id uuid not null references users (id),
  credential_id text not null unique check (length(credential_id) between 1 and 1400),
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null check (length(name) between 1 and 100),
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);
grant select, insert, update, delete on passkeys to signet_identity;

-- What a passkey has to sign. Without a user: issued at sign-in, before it is known who signs in.
create table passkey_challenges (
  challenge_hash bytea primary key,
  user_id uuid references users (id),
  purpose text not null check (purpose in ('register', 'signIn', 'stepUp')),
  expires_at timestamptz not null
);
create index passkey_challenges_expires on passkey_challenges (expires_at);
grant select, insert, delete on passkey_challenges to signet_identity;

-- Links that set a password (reset, invite) or a first second factor (enrol); stored as hashes, valid once.
create table user_tokens (
  token_hash bytea primary key,
  user_id uuid not null references users (id),
  kind text not null check (kind in ('reset', 'invite', 'enrol')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index user_tokens_user on user_tokens (user_id);
create index user_tokens_expires on user_tokens (expires_at);
grant select, insert, update, delete on user_tokens to signet_identity;

-- Revealed passwords of leaks, for the daily allowance of a person.
create table reveals (
  id bigint generated always as identity primary key,
  user_id uuid not null references users (id),
  at timestamptz not null default now()
);
create index reveals_user on reveals (user_id, at);
grant select, insert, delete on reveals to signet_identity;

create table sso_settings (
  company_id int primary key references companies (id),
  id uuid not null unique,
  protocol text not null check (protocol in ('oidc', 'saml')),
  issuer text,
  client_id text,
  -- Encrypted with a data key of the company, see secrets.ts.
  client_secret bytea,
  entry_point text,
  idp_cert text,
  enforced boolean not null,
  version int not null default 1,
  updated_at timestamptz not null default now(),
  check (protocol <> 'oidc' or (issuer is not null and client_id is not null and client_secret is not null)),
  check (protocol <> 'saml' or (entry_point is not null and idp_cert is not null))
);
grant select, insert, update, delete on sso_settings to signet_identity;

-- A mail domain leads to one company.
create table sso_domains (
  domain text primary key check (domain = lower(domain)),
  company_id int not null references sso_settings (company_id) on delete cascade
);
create index sso_domains_company on sso_domains (company_id);
grant select, insert, delete on sso_domains to signet_identity;

-- The user that an identity provider means by a subject: if an email address is reassigned to another person, the account stays with the
-- first.
create table sso_subjects (
  user_id uuid not null references users (id),
  issuer text not null,
  subject text not null,
  created_at timestamptz not null default now(),
  primary key (user_id, issuer)
);
grant select, insert on sso_subjects to signet_identity;

-- Requests to identity providers that were answered, because an answer is only accepted once.
create table sso_used (
  id_hash bytea primary key,
  expires_at timestamptz not null
);
create index sso_used_expires on sso_used (expires_at);
grant select, insert, delete on sso_used to signet_identity;

-- Tokens of the companies' identity providers for SCIM, stored as hashes. A company has one valid token.
create table scim_tokens (
  id uuid primary key,
  company_id int not null references companies (id),
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  created_by_name text not null,
  last_used_at timestamptz,
  ended_at timestamptz
);
create unique index scim_tokens_live on scim_tokens (company_id) where ended_at is null;
grant select, insert, update on scim_tokens to signet_identity;

-- What an identity provider stores about a user in addition to the account.
create table scim_users (
  user_id uuid primary key references users (id),
  external_id text,
  given_name text,
  family_name text,
  -- Deleted there: disabled here, and hidden from SCIM until it is created again.
  deleted_at timestamptz,
  updated_at timestamptz not null default now()
);
grant select, insert, update on scim_users to signet_identity;

-- Who is notified of what happens in a company, for the work of companies, which may not read users.
-- Reviewed: the company must be one of app.companies; names and email addresses, nothing of how people sign in.
create function people_of(p_company int)
returns table (
  user_id uuid, name text, email text, locale text, role text, mail text, severities text[], sources text[]
)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, u.name, u.email, u.locale, u.role, coalesce(p.mail, 'off'), coalesce(p.severities, '{}'),
    coalesce(p.sources, '{}')
  from users u left join user_preferences p on p.user_id = u.id
  where u.is_active and p_company = any (app_companies()) and (u.company_id = p_company
    or exists (select from user_companies m where m.user_id = u.id and m.company_id = p_company))
$$;
-- Reviewed: takes no input; superAdmins work for every company.
create function super_admins() returns table (user_id uuid, name text, email text, locale text, mail text)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, u.name, u.email, u.locale, coalesce(p.mail, 'off')
  from users u left join user_preferences p on p.user_id = u.id where u.role = 'superAdmin' and u.is_active
$$;
-- Who can be assigned the work of a company.
-- Reviewed: the company must be one of app.companies; names and roles, nothing of how people sign in.
create function workers_of(p_company int) returns table (user_id uuid, name text, role text, is_member boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select w.* from (
    select u.id, u.name, u.role, u.company_id = p_company
      or exists (select from user_companies m where m.user_id = u.id and m.company_id = p_company) as is_member
    from users u where u.is_active and p_company = any (app_companies())
  ) w where w.is_member or w.role = 'superAdmin'
$$;
revoke execute on function people_of, super_admins, workers_of from public;
grant execute on function people_of, super_admins, workers_of to signet_app;
