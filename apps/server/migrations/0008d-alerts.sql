-- Which new threats a company wants to be warned of, and that each rule warns of each threat once. New tables only: locks nothing.
create table alert_settings (
  company_id int primary key references companies (id),
  rules jsonb not null default '[]',
  recipients text[] not null default '{}',
  updated_at timestamptz not null default now(),
  version int not null default 1
);

create table alert_hits (
  company_id int not null,
  threat_id uuid not null,
  -- The name of the rule, which is unique among the rules of a company.
  rule text not null,
  at timestamptz not null default now(),
  primary key (company_id, threat_id, rule),
  foreign key (company_id, threat_id) references threats (company_id, id)
);

do $$
declare t text;
begin
  foreach t in array array['alert_settings', 'alert_hits'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I using (company_id = any ((select app_companies())::int[]))
      with check (company_id = any ((select app_companies())::int[]))', t);
  end loop;
end $$;

grant select, insert, update on alert_settings to signet_app;
grant select, insert on alert_hits to signet_app;
