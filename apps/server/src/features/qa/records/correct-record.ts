import { severityRank } from '@signet/contract/threats/severities'
import { titleOf, type AnySource, type SourceFields } from '@signet/contract/threats/sources'
import type { Context } from '../../../app/context.ts'
import type { BodyOf } from '@signet/contract/route'
import type * as contract from '@signet/contract/threats/add-threats'
import type { ThreatRow } from '../../../db/rows.ts'
import { AppError } from '../../../errors.ts'
import { recordAudit } from '../../audit/audit.queries.ts'
import { cutTitle, searchTextOf } from '../../threats/found/finding-threat.ts'
import type { ThreatScope } from '../../threats/list/threat-filter.queries.ts'
import { lockThreats, changeThreat } from '../../threats/threats.queries.ts'
import { changeFields, requireTitle } from '../../threats/found/entered-fields.ts'
import { checkTypeOfSource } from '../../threats/found/entered-threat.ts'

/**
 * Corrects a record in the stages of the scope; fields that are left out aren't changed.
 *
 * @param source the required source, if the path contains one
 * @throws AppError `NOT_FOUND`, `CONFLICT` if it has changed since it was read, `BAD_REQUEST` naming the field
 */
export async function correctRecord(
  context: Context,
  scope: ThreatScope,
  id: string,
  correction: BodyOf<typeof contract.changeThreat>,
  source?: AnySource,
): Promise<void> {
  const [row] = await lockThreats(context.tx, scope, [id])
  if (!row || (source && row.source !== source)) throw new AppError('NOT_FOUND', { what: 'record' })
  if (row.version !== correction.version) throw new AppError('STALE_VERSION', { what: 'record' })
  if (correction.threatType !== row.threat_type) checkTypeOfSource(row, correction.threatType)
  const after = {
    severity: correction.severity ? severityRank[correction.severity] : row.severity,
    threat_type: correction.threatType ?? row.threat_type,
    category: correction.category ?? row.category,
  }
  const fields = correction.fields ? changeFields(row, correction.fields) : null
  if (fields) requireTitle(row.source, after.threat_type, fields)
  await changeThreat(context.tx, context.company.id, row.id, {
    ...after,
    ...(fields ? fieldColumns(row, after.threat_type, fields) : {}),
  })
  await recordAudit(context, {
    action: 'threat.corrected',
    targetType: 'threat',
    targetId: row.id,
    before: {
      severity: row.severity,
      threatType: row.threat_type,
      category: row.category,
      ...(fields ? { fields: row.fields } : {}),
    },
    after: {
      severity: after.severity,
      threatType: after.threat_type,
      category: after.category,
      ...(fields ? { fields } : {}),
    },
  })
}

/** The text of the fields that is stored for lists and searches. */
function fieldColumns({ kind, source }: ThreatRow, threatType: string, fields: SourceFields) {
  const title = cutTitle(titleOf(source, threatType, fields))
  return { fields: JSON.stringify(fields), title, search: searchTextOf(source, title, fields, kind) }
}
