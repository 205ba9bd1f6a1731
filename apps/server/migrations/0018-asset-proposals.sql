-- Assets that the sites of a company name. A new table: locks nothing.
create table asset_proposals (
  company_id int not null references companies (id),
  id uuid not null,
  kind text not null check (kind in ('handle', 'phone', 'domain', 'app', 'name')),
  -- The source of an account.
  source text check ((source is null) = (kind <> 'handle')),
  value text not null check (length(value) between 1 and 500),
  -- The form in which two proposals are compared.
  compared text not null check (length(compared) between 1 and 2000),
  signers text[] not null default '{}',
  found_on text not null check (length(found_on) <= 2000),
  found_at timestamptz not null,
  state text not null default 'open' check (state in ('open', 'accepted', 'refused')),
  primary key (company_id, id),
  -- A later search doesn't propose again what a person decided on.
  unique (company_id, kind, compared)
);
select protect_company_table('asset_proposals', 'select, insert, update');
