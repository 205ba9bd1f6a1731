-- A search returns what lists filter and sort by, so that they needn't look up thousands of threats again, and the newest of those that a
-- reader may see. Replaces a function: locks nothing.
drop function threats_matching(int, text, text, text);

-- Substring search under row-level security: LIKE is not leakproof, so under the policy it could not use the trigram index
-- (4 ms became 600 ms). This function reads as its owner and therefore applies the company predicate itself.
-- Reviewed: the company must be one of app.companies; it only returns rows of that company. A kind of null means both.
create function threats_matching(p_company int, p_kind text, p_needle text, p_field text, p_stages text[], p_filtered boolean)
returns table (id uuid, source text, severity smallint, threat_type text, status text, category text, first_seen timestamptz,
  last_seen timestamptz, published_at timestamptz, staged_at timestamptz, similar_key bigint)
language plpgsql stable security definer rows 100 set search_path = public, pg_temp
-- Planned for each needle: a generic plan reads the whole company for a common one.
set plan_cache_mode = force_custom_plan as $$
declare pattern text := '%' || replace(replace(replace(lower(p_needle), '\', '\\'), '%', '\%'), '_', '\_') || '%';
begin
  if not (p_company = any (coalesce(app_companies(), '{}'))) then return; end if;
  return query select t.id, t.source, t.severity, t.threat_type, t.status, t.category, t.first_seen, t.last_seen, t.published_at,
      t.staged_at, t.similar_key
    from threats t
    where t.company_id = p_company and (p_kind is null or t.kind = p_kind) and t.search like pattern
      and t.stage = any (p_stages) and (p_filtered or not t.auto_filtered)
      and (p_field is null or lower(t.fields #>> string_to_array(p_field, '.')) like pattern)
    -- A broader search than that finds the newest; the other filters narrow what was found.
    order by t.first_seen desc, t.id desc
    limit 10001;
end $$;
revoke all on function threats_matching(int, text, text, text, text[], boolean) from public;
grant execute on function threats_matching(int, text, text, text, text[], boolean) to signet_app;
