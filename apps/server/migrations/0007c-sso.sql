-- Company sign-in (OIDC, SAML) and SCIM. New tables only: locks nothing that exists.
--
-- Asked before anybody is signed in, and about people: only signet_identity may touch them. They name their company in every row.

create table sso_settings (
  company_id int primary key references companies (id),
  id uuid not null unique,
  protocol text not null check (protocol in ('oidc', 'saml')),
  issuer text,
  client_id text,
  -- Closed with a data key of the company, see secrets.ts.
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

-- Whom an identity provider means by a subject: a mail address that it gives to somebody else does not bring the account along.
create table sso_subjects (
  user_id uuid not null references users (id),
  issuer text not null,
  subject text not null,
  created_at timestamptz not null default now(),
  primary key (user_id, issuer)
);
grant select, insert on sso_subjects to signet_identity;

-- Requests to identity providers that were answered: an answer counts once.
create table sso_used (
  id_hash bytea primary key,
  expires_at timestamptz not null
);
create index sso_used_expires on sso_used (expires_at);
grant select, insert, delete on sso_used to signet_identity;

-- What identity providers of companies call SCIM with; stored as a hash. A company has one that works.
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

-- What an identity provider keeps of a user beside the account.
create table scim_users (
  user_id uuid primary key references users (id),
  external_id text,
  given_name text,
  family_name text,
  -- Deleted over there: disabled here, and not shown to SCIM until it is made again.
  deleted_at timestamptz,
  updated_at timestamptz not null default now()
);
grant select, insert, update on scim_users to signet_identity;
