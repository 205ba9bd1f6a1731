import { sql } from 'kysely'
import type { AnySource, Kind } from '@signet/contract/threats/sources'
import type { Tx } from '../../db/database.ts'

interface Scope {
  tx: Tx
  companyId: number
  kind: Kind
}

/** Published records that weren't filtered automatically. Index: threats_first_seen. */
const published = ({ tx, companyId, kind }: Scope) =>
  tx
    .selectFrom('threats')
    .where('company_id', '=', companyId)
    .where('kind', '=', kind)
    .where('stage', '=', 'published')
    .where('auto_filtered', '=', false)

/** The records since an instant, counted by one column. */
export function countBy(scope: Scope, column: 'source' | 'severity' | 'threat_type', since: Date) {
  return published(scope)
    .select([column, (select) => select.fn.countAll<string>().as('count')])
    .where('first_seen', '>=', since)
    .groupBy(column)
    .execute()
}

/** The records of a period by source and severity, with those without a decision and those since an instant. */
export function countBySource(scope: Scope, { from, until }: { from: Date | null; until: Date | null }, recent: Date) {
  return published(scope)
    .select([
      'source',
      'severity',
      (select) => select.fn.countAll<string>().as('total'),
      sql<string>`count(*) filter (where status = 'open')`.as('open'),
      sql<string>`count(*) filter (where first_seen >= ${recent})`.as('recent'),
    ])
    .$call((select) => (from !== null ? select.where('first_seen', '>=', from) : select))
    .$call((select) => (until !== null ? select.where('first_seen', '<', until) : select))
    .groupBy(['source', 'severity'])
    .execute()
}

/** The records since an instant by day and severity. */
export function countByDay(scope: Scope, since: Date, sources: readonly AnySource[] | undefined) {
  return published(scope)
    .select([
      // Days since 1970, UTC.
      sql<number>`(first_seen at time zone 'UTC')::date - date '1970-01-01'`.as('day'),
      'severity',
      (select) => select.fn.countAll<string>().as('count'),
    ])
    .where('first_seen', '>=', since)
    .$call((select) => (sources?.length ? select.where('source', 'in', sources) : select))
    .groupBy(['day', 'severity'])
    .execute()
}
