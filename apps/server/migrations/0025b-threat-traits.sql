-- What threats of one campaign share: name servers, registrar and minute, addresses, the key of a certificate. A new table only: locks
-- nothing that exists. Filled as domains are looked at.
create table threat_traits (
  company_id int not null,
  kind text not null check (kind in ('certificateKey', 'registration', 'nameServers', 'address')),
  value text not null check (length(value) between 1 and 500),
  threat_id uuid not null,
  -- Who else has it is what is asked for.
  primary key (company_id, kind, value, threat_id),
  foreign key (company_id, threat_id) references threats (company_id, id)
);
create index threat_traits_threat on threat_traits (company_id, threat_id);
alter table threat_traits enable row level security;
alter table threat_traits force row level security;
create policy tenant on threat_traits using (company_id = any ((select app_companies())::int[]))
  with check (company_id = any ((select app_companies())::int[]));
grant select, insert, delete on threat_traits to signet_app;
