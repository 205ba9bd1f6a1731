-- Second factors, tokens that set a password, forced password changes. New tables, two columns with constant defaults (no rewrite)
-- and a wider check of sign_ins, which is locked while its rows are read once.
alter table users
  add column must_change_password boolean not null default false,
  -- Wrong passwords and codes before this instant count no more: the password was set anew, or somebody unlocked the account.
  add column unlocked_at timestamptz;

-- `challenged`: the password was right and something else is asked for (a code, a new password).
alter table sign_ins drop constraint sign_ins_result_check;
alter table sign_ins add constraint sign_ins_result_check check (result in ('ok', 'refused', 'throttled', 'challenged'));

-- All of these belong to a person, not to a company: only signet_identity may touch them.
create table totp_factors (
  user_id uuid primary key references users (id),
  -- Sealed with a key of the installation, see seal.ts.
  secret bytea not null,
  -- The time step of the code used last: it and all before it are used up.
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

-- What a passkey was asked to sign. Without a user: asked for at sign-in, by whoever it will turn out to be.
create table passkey_challenges (
  challenge_hash bytea primary key,
  user_id uuid references users (id),
  purpose text not null check (purpose in ('register', 'signIn', 'stepUp')),
  expires_at timestamptz not null
);
create index passkey_challenges_expires on passkey_challenges (expires_at);
grant select, insert, delete on passkey_challenges to signet_identity;

-- Links that set a password (reset, invite) and the way to a first second factor (enrol); stored as hashes, good once.
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
