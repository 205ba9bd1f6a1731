import { sql } from 'kysely'
import type { AnySource } from '@signet/contract/threats/sources'
import type { Tx } from '../../db/database.ts'

/** What a rule did to a finding. */
export interface RuleEffectRow {
  ruleId: string
  source: AnySource
  fingerprint: Buffer
  title: string
  /** The id that the finding gets as a threat if it is new; null if it was held back. */
  threatId: string | null
}

/**
 * Records what rules did, after the findings were stored: a finding that was held back, or one that became a new threat. Threats that exist
 * already weren't changed. A finding that comes again counts once. Indexes: rule_effects_pkey, threats_pkey.
 */
export async function recordEffects(
  tx: Tx,
  companyId: number,
  effects: readonly RuleEffectRow[],
  at: Date,
): Promise<void> {
  if (effects.length === 0) return
  const column = <T>(pick: (effect: RuleEffectRow) => T) => effects.map(pick)
  await sql`
    insert into rule_effects (company_id, rule_id, source, fingerprint, title, is_held, at)
    select distinct on (u.rule_id, u.source, u.fingerprint)
      ${companyId}::int, u.rule_id, u.source, u.fingerprint, u.title, u.threat_id is null, ${at}::timestamptz
    from unnest(${column(({ ruleId }) => ruleId)}::uuid[], ${column(({ source }) => source)}::text[],
      ${column(({ fingerprint }) => fingerprint)}::bytea[], ${column(({ title }) => title)}::text[],
      ${column(({ threatId }) => threatId)}::uuid[]) as u (rule_id, source, fingerprint, title, threat_id)
    join detection_rules r on r.company_id = ${companyId} and r.id = u.rule_id
    left join threats t on t.company_id = ${companyId} and t.id = u.threat_id
    where u.threat_id is null or t.id is not null
    order by u.rule_id, u.source, u.fingerprint
    on conflict (company_id, rule_id, source, fingerprint) do update set at = excluded.at, is_held = excluded.is_held`.execute(
    tx,
  )
}
