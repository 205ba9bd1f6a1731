-- Companies and people that are managed from the portal. Adds columns with constant defaults (no rewrite) and rights: locks companies and
-- users for a moment.
alter table companies
  add column version int not null default 1,
  add column archived_at timestamptz,
  -- A file of the company (files.id), of kind logo.
  add column logo_file_id uuid;
alter table users add column version int not null default 1;

-- Who manages companies does it as signet_identity, which sees nothing in them: signet_app works inside of companies and changes none.
-- The key is a company's own for ever, and no company is deleted.
grant insert (key, name, modules, threat_sources, tout_sources, config, is_demo) on companies to signet_identity;
grant update (name, is_active, archived_at, modules, threat_sources, tout_sources, config, logo_file_id, version) on companies
  to signet_identity;
create policy identity_add on companies for insert to signet_identity with check (true);
create policy identity_change on companies for update to signet_identity using (true) with check (true);
