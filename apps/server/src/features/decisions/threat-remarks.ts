import { remarksMax, type addRemark as contract, type listRemarks } from '@signet/contract/threats/remarks'
import type { BodyOf, QueryOf } from '@signet/contract/route'
import { recordPath } from '@signet/contract/threats/record-path'
import type { Kind } from '@signet/contract/threats/sources'
import type { Context } from '../../app/context.ts'
import { AppError } from '../../errors.ts'
import { numbersOf } from '../../db/threat-numbers.queries.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { notifyMentioned } from '../notifications/notify-person.ts'
import { recordAt, type RecordPath } from '../threats/record-handlers.ts'
import { countRemarks, insertRemark, remarksPage, type RemarkRow } from '../threats/record/remarks.queries.ts'

/** The handlers of calls about the remarks of a threat or tout. */
export function remarkHandlers(kind: Kind) {
  return {
    /** @throws AppError `NOT_FOUND` like `recordAt` */
    async list(context: Context, { params, query }: { params: RecordPath; query: QueryOf<typeof listRemarks> }) {
      const { id } = await recordAt(context, kind, params)
      const page = { pageNumber: query.pageNumber, limit: remarksMax }
      const rows = await remarksPage(context.tx, context.company.id, id, page)
      return rows.toReversed().map(toRemark)
    },

    /** @throws AppError `NOT_FOUND` like `recordAt`, `CONFLICT` if the threat has `remarksMax` remarks */
    async add(context: Context, { params, body }: { params: RecordPath; body: BodyOf<typeof contract> }) {
      const { id, source, title } = await recordAt(context, kind, params)
      if ((await countRemarks(context.tx, context.company.id, id, remarksMax)) >= remarksMax)
        throw new AppError('TOO_MANY_REMARKS', { max: remarksMax })
      const row = await insertRemark(context, id, body.kind, body.text || body.kind)
      await recordAudit(context, {
        action: 'threat.remarked',
        targetType: 'threat',
        targetId: id,
        after: { remark: row.text },
      })
      const numbers = await numbersOf(context.tx, context.company.id, [id])
      const href = recordPath({ kind, source, id })
      await notifyMentioned(context, row.text, { kind, title, number: numbers.get(id), href })
      return toRemark(row)
    },
  }
}

function toRemark(row: RemarkRow) {
  return { id: row.id, kind: row.kind, text: row.text, by: row.by_name, at: row.at.toISOString() }
}
