import { sql } from 'kysely'
import type { answeredStatuses } from '@signet/contract/takedowns/attempts'
import type { Tx } from '../../../db/database.ts'

const ticketsMax = 100
/** Statuses of reports that the service has not settled. */
const openReportStatuses = ['queued', 'acknowledged'] as const

/** Reports of the last 30 days that a service accepted and that are still open, oldest first. Index: takedown_attempts_mail. */
export async function openTickets(tx: Tx, companyId: number) {
  const rows = await tx
    .selectFrom('takedown_attempts as attempts')
    .innerJoin('mails', (join) =>
      join.onRef('mails.company_id', '=', 'attempts.company_id').onRef('mails.id', '=', 'attempts.mail_id'),
    )
    .select(['attempts.id', 'attempts.takedown_id', 'attempts.channel', 'attempts.recipient', 'attempts.status'])
    .select(['mails.service', 'mails.request', 'mails.ticket'])
    .where('attempts.company_id', '=', companyId)
    .where('attempts.way', '=', 'api')
    .where('attempts.status', 'in', openReportStatuses)
    .where('attempts.sent_at', '>', sql<Date>`now() - interval '30 days'`)
    .orderBy('attempts.sent_at')
    .orderBy('attempts.id')
    .limit(ticketsMax)
    .execute()
  return rows.flatMap(({ service, request, ticket, ...attempt }) =>
    service && request && ticket ? [{ ...attempt, service, request, ticket }] : [],
  )
}
/** One of `openTickets`. */
export type OpenTicket = Awaited<ReturnType<typeof openTickets>>[number]

/** Records what a service says about its ticket; false if the case says so already, or a person has entered more. */
export async function recordAnswer(
  tx: Tx,
  companyId: number,
  attemptId: string,
  { status, text }: { status: (typeof answeredStatuses)[number]; text: string },
): Promise<boolean> {
  const now = new Date()
  const { numUpdatedRows } = await tx
    .updateTable('takedown_attempts')
    .set({ status, answer: text, answered_at: now, updated_at: now })
    .where('company_id', '=', companyId)
    .where('id', '=', attemptId)
    .where('status', 'in', openReportStatuses)
    .where((where) => where.or([where('answer', 'is', null), where('answer', '!=', text)]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
