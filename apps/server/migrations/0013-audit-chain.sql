-- Chains the audit by hash and says how each record ended. Rewrites audit for the new columns: locks it some 4 s for a million records.
--
-- A record is sealed within seconds of its commit by signet_audit, which may add to the chain and to nothing else: the role of the
-- product's own work (signet_app) adds audit records but no links, so it cannot hide what it wrote. Why: docs/decisions/audit-chain.md.
do $$ begin
  if not exists (select from pg_roles where rolname = 'signet_audit') then
    create role signet_audit nologin nosuperuser nobypassrls nocreatedb nocreaterole;
  end if;
exception when duplicate_object or unique_violation then null;
end $$;
do $$ begin
  execute format('grant signet_audit to %I', current_user);
exception when others then
  if not (select rolsuper from pg_roles where rolname = current_user) then raise; end if;
end $$;
grant usage on schema public to signet_audit;

alter table audit
  add column result text not null default 'ok' check (result in ('ok', 'refused')),
  add column reason text,
  -- The transaction that wrote it: no record of a lower one can appear once all lower ones have ended. A bigint, because the
  -- comparisons of xid8 are not leakproof and would find no index under the policy.
  add column xid bigint not null default (pg_current_xact_id()::text::bigint);
create index audit_xid on audit (company_id, xid, at, id);
-- What one person did, for the figures of the review team.
create index audit_user on audit (company_id, user_id, at, action, target_id);

-- The chain of each company: hash = SHA-256(prev_hash || canonical JSON of the record).
create table audit_chain (
  company_id int not null references companies (id),
  seq bigint not null check (seq >= 1),
  audit_id uuid not null,
  prev_hash bytea not null check (length(prev_hash) = 32),
  hash bytea not null check (length(hash) = 32),
  -- Keyed digest of the address, which is cut short after 90 days.
  ip_digest bytea,
  primary key (company_id, seq),
  unique (company_id, audit_id)
);
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
do $$
declare t text;
begin
  foreach t in array array['audit_chain', 'audit_heads'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I using (company_id = any ((select app_companies())::int[]))
      with check (company_id = any ((select app_companies())::int[]))', t);
  end loop;
end $$;
grant select on audit_chain, audit_heads to signet_app;
grant select on audit to signet_audit;
grant update (ip) on audit to signet_audit;
grant select, insert on audit_chain to signet_audit;
grant select, insert, update on audit_heads to signet_audit;
