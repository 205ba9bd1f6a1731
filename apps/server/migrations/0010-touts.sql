-- Touts are threats of another kind, in the same table. Holds threats locked, for reading too, while its indexes are made again:
-- about 2 s for 200,000 threats.
--
-- Lists are of one kind, so the kind follows the company in every index a list walks: a list of either kind costs what it did.

alter table threats add column kind text not null default 'threat' constraint threats_kind check (kind in ('threat', 'tout'));

alter table threats drop constraint threats_company_id_source_fingerprint_key;
alter table threats add unique (company_id, kind, source, fingerprint);

drop index threats_last_seen, threats_first_seen, threats_severity, threats_title, threats_stage, threats_staged, threats_category;
create index threats_last_seen on threats (company_id, kind, last_seen, id, source, severity, threat_type, stage);
create index threats_first_seen on threats (company_id, kind, first_seen, id, source, severity, threat_type, stage, status, auto_filtered);
create index threats_severity on threats (company_id, kind, severity, first_seen, id, source, stage);
create index threats_title on threats (company_id, kind, title, id, source, stage);
create index threats_stage on threats (company_id, kind, stage, source, first_seen, id);
create index threats_staged on threats (company_id, kind, stage, staged_at, id);
create index threats_category on threats (company_id, kind, category, stage, source, auto_filtered) where category is not null;

-- As in 0002, and of one kind; `null` stands for both.
drop function threats_matching(int, text, text);
create function threats_matching(p_company int, p_kind text, p_needle text, p_field text) returns setof uuid
language plpgsql stable security definer rows 100 set search_path = public, pg_temp
-- Planned for each needle: a plan made for any needle walks the whole company for a common one.
set plan_cache_mode = force_custom_plan as $$
declare pattern text := '%' || replace(replace(replace(lower(p_needle), '\', '\\'), '%', '\%'), '_', '\_') || '%';
begin
  if not (p_company = any (coalesce(app_companies(), '{}'))) then return; end if;
  return query select id from threats
    where company_id = p_company and (p_kind is null or kind = p_kind) and search like pattern
      and (p_field is null or lower(fields #>> string_to_array(p_field, '.')) like pattern)
    -- A broader search than that finds the newest; the other filters narrow what was found.
    order by first_seen desc, id desc
    limit 10001;
end $$;
revoke all on function threats_matching(int, text, text, text) from public;
grant execute on function threats_matching(int, text, text, text) to signet_app;
