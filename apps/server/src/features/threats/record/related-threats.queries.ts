import type { Tx } from '../../../db/database.ts'
import type { ThreatRow } from '../../../db/rows.ts'
import type { ThreatScope } from '../list/threat-filter.queries.ts'

/** The other threats of a scope, to be compared with one. Index: threats_pkey. */
export function otherThreats(tx: Tx, scope: ThreatScope, row: ThreatRow) {
  return (
    tx
      .selectFrom('threats')
      .select(['id', 'source', 'title', 'severity', 'status', 'first_seen', 'stage', 'registrable_domain'])
      .where('company_id', '=', scope.companyId)
      .where('kind', '=', row.kind)
      // Deleted threats, and those merged into another, aren't useful for comparison.
      .where('stage', 'in', scope.stages)
      .where('stage', 'not in', ['deleted', 'merged'])
      .where('id', '!=', row.id)
  )
}

/** Other threats with the same registrable domain or title, newest first. Indexes: threats_registrable_domain, threats_title. */
export function alikeThreats(tx: Tx, scope: ThreatScope, row: ThreatRow, registrable: string | null, max: number) {
  return otherThreats(tx, scope, row)
    .where((where) =>
      where.or([
        ...(registrable ? [where('registrable_domain', '=', registrable)] : []),
        where.and([where('source', '=', row.source), where('title', '=', row.title)]),
      ]),
    )
    .orderBy('first_seen', 'desc')
    .orderBy('id')
    .limit(max)
    .execute()
}
