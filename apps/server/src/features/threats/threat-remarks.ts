import type * as contract from '@signet/contract/remarks'
import type { ParamsOf } from '@signet/contract/route'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { Handler } from '../../http/mount-contract.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { insertRemark, latestRemarks, type RemarkRow } from './remarks.queries.ts'
import { publishedScope } from './threat-filter.ts'
import { findThreat } from './threats.queries.ts'

const remarksMax = 500

/** @throws AppError `NOT_FOUND` when the threat is outside the company, of another source, or not published */
export const listRemarks: Handler<typeof contract.listRemarks> = async (context, { params }) => {
  const threat = await threatOr404(context, params)
  const rows = await latestRemarks(context.tx, context.company.id, threat.id, remarksMax)
  return rows.toReversed().map(toRemark)
}

/** @throws AppError `NOT_FOUND` when the threat is outside the company, of another source, or not published */
export const addRemark: Handler<typeof contract.addRemark> = async (context, { params, body }) => {
  const threat = await threatOr404(context, params)
  const row = await insertRemark(context, threat.id, body.kind, body.text || body.kind)
  await recordAudit(context, {
    action: 'threat.remarked',
    targetType: 'threat',
    targetId: threat.id,
    after: { remark: row.text },
  })
  return toRemark(row)
}

async function threatOr404(context: Context, params: ParamsOf<typeof contract.addRemark>) {
  const row = await findThreat(context.tx, publishedScope(context), params.threatId, params.source)
  if (!row) throw new AppError('NOT_FOUND', 'There is no such threat.')
  return row
}

function toRemark(row: RemarkRow) {
  return { id: row.id, kind: row.kind, text: row.text, by: row.by_name, at: row.at.toISOString() }
}
