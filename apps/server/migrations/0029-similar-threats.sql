-- Threats that are about the same thing share a key, by which lists show them as one row. Holds threats locked, for reading too, while
-- the table and its indexes are written again: about 3 s for 200,000 threats.

drop index threats_last_seen, threats_first_seen, threats_severity, threats_title;

-- The trait that threats of one campaign share (0025b), e.g. `certificateKey ab12…`; written as their domains are looked at.
alter table threats add column campaign text;

-- Eight bytes, because every list reads it for thousands of rows, and int8 is leakproof: an index finds it under a policy. In turn: the
-- campaign, the registrable domain, the telephone or account, who signed the app, else the title without signs and capitals among those
-- of the same source. The name of an exposed service is the service's; it counts with its host.
alter table threats add column similar_key bigint not null generated always as (hashtextextended(
  case
    when campaign is not null then 'campaign ' || campaign
    when fields ->> 'registrable_domain' <> '' then 'domain ' || (fields ->> 'registrable_domain')
    when coalesce(fields ->> 'phone', fields ->> 'account_number', case source when 'WhatsApp' then fields ->> 'Profile' end, '') <> ''
      then 'account ' || regexp_replace(lower(
        coalesce(fields ->> 'phone', fields ->> 'account_number', fields ->> 'Profile')), '[\s[:punct:]]+', '', 'g')
    when fields ->> 'signerSha256' <> '' then 'signer ' || (fields ->> 'signerSha256')
    else 'title ' || source || ' ' || case source when 'EASM' then coalesce(fields ->> 'host', '') else '' end || ' '
      || coalesce(nullif(regexp_replace(lower(title), '[\s[:punct:]]+', '', 'g'), ''), title)
  end, 0)) stored;

-- A list of similar ones as one row reads the first 10,000 of its order from the index alone.
create index threats_last_seen on threats (company_id, kind, last_seen, id, source, severity, threat_type, stage, status, auto_filtered,
  similar_key);
create index threats_first_seen on threats (company_id, kind, first_seen, id, source, severity, threat_type, stage, status,
  auto_filtered, similar_key);
create index threats_severity on threats (company_id, kind, severity, first_seen, id, source, stage, status, auto_filtered, similar_key);
create index threats_title on threats (company_id, kind, title, id, source, stage, status, auto_filtered, similar_key);
create index threats_similar on threats (company_id, similar_key);
