-- The audit with its hash chain, and the log of API requests. New tables only: locks nothing.

-- Who did what. Append-only: the application may insert and read. The history of a threat or takedown is read from here.
create table audit (
  company_id int not null references companies (id),
  id uuid not null,
  at timestamptz not null default clock_timestamp(),
  user_id uuid,
  by_name text,
  by_email text,
  by_role text,
  ip text,
  action text not null,
  target_type text not null,
  target_id uuid not null,
  before jsonb,
  after jsonb,
  request_id text,
  result text not null default 'ok' check (result in ('ok', 'refused')),
  reason text,
  -- The transaction that wrote it: no record of a lower one can appear once all lower ones have ended. A bigint, because the
  -- comparisons of xid8 are not leakproof and would find no index under the policy.
  xid bigint not null default (pg_current_xact_id()::text::bigint),
  primary key (company_id, id)
);
create index audit_at on audit (company_id, at, id);
create index audit_target on audit (company_id, target_id, at, id);
create index audit_action on audit (company_id, action, at, id);
create index audit_xid on audit (company_id, xid, at, id);
-- What one person did, for the figures of the review team.
create index audit_user on audit (company_id, user_id, at, action, target_id);
select protect_company_table('audit', 'select, insert');
grant select, update (ip) on audit to signet_audit;
-- That a company was added: on a cluster, only the role that added it can write rows of it in the same transaction.
grant insert on audit to signet_identity;

-- The chain of each company: hash = SHA-256(prev_hash || canonical JSON of the record). signet_app adds audit records but no links, so
-- it cannot hide what it wrote.
create table audit_chain (
  company_id int not null references companies (id),
  seq bigint not null check (seq >= 1),
  audit_id uuid not null,
  prev_hash bytea not null check (length(prev_hash) = 32),
  hash bytea not null check (length(hash) = 32),
  -- Keyed digest of the IP address, which is truncated after 90 days.
  ip_digest bytea,
  primary key (company_id, seq),
  unique (company_id, audit_id)
);
select protect_company_table('audit_chain', 'select');
grant select, insert on audit_chain to signet_audit;

-- Where each chain ends, signed with a key of the installation, and up to where the audit has been sealed.
create table audit_heads (
  company_id int not null references companies (id),
  seq bigint not null,
  hash bytea not null,
  signature bytea not null,
  last_xid bigint not null,
  last_at timestamptz not null,
  last_id uuid not null,
  sealed_at timestamptz not null default now(),
  primary key (company_id)
);
select protect_company_table('audit_heads', 'select');
grant select, insert, update on audit_heads to signet_audit;

-- Requests to the API, for a superAdmin, read and written as signet_identity. One partition per day, created when it is first written to
-- (in a schema of its own), so that old days are dropped instead of deleted row by row.
create schema signet_logs;
create sequence request_log_ids;
create table request_logs (
  at timestamptz not null,
  id bigint not null default nextval('request_log_ids'),
  method text not null,
  -- The template of the route: no id, no query, nothing a person typed.
  path text not null,
  status smallint not null,
  ms real not null,
  ip text,
  user_email text,
  company text,
  request_id uuid,
  is_demo boolean not null default false,
  primary key (at, id)
) partition by range (at);
create index request_logs_user on request_logs (user_email, at, id);
create index request_logs_ip on request_logs (ip, at, id);
grant usage on sequence request_log_ids to signet_identity;
grant select, insert, update (ip) on request_logs to signet_identity;

-- Counts of the same requests, written with them; figures over months read these. bucket: the request took up to 1.2^bucket ms.
create table request_counts (
  hour timestamptz not null,
  method text not null,
  path text not null,
  status smallint not null,
  bucket smallint not null,
  count bigint not null,
  primary key (hour, method, path, status, bucket)
);
create table request_ips (
  hour timestamptz not null,
  ip text not null,
  count bigint not null,
  primary key (hour, ip)
);
grant select, insert, update, delete on request_counts, request_ips to signet_identity;
