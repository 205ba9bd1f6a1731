import { sql } from 'kysely'
import type { answeredStatuses } from '@signet/contract/takedowns/attempts'
import { hourMs } from '@signet/contract/time'
import type { Tx } from '../../../db/database.ts'

const ticketsMax = 100
/** Statuses of reports that the service has not settled. */
const openReportStatuses = ['queued', 'acknowledged'] as const

/**
 * Reports of the last 30 days that a service accepted and that are still open, oldest first. If there are more than one run looks up, the
 * runs of the following hours take the others in turn. Index: takedown_attempts_mail.
 */
export async function openTickets(tx: Tx, companyId: number, now: Date) {
  const open = tx
    .selectFrom('takedown_attempts as attempts')
    .innerJoin('mails', (join) =>
      join.onRef('mails.company_id', '=', 'attempts.company_id').onRef('mails.id', '=', 'attempts.mail_id'),
    )
    .where('attempts.company_id', '=', companyId)
    .where('attempts.way', '=', 'api')
    .where('attempts.status', 'in', openReportStatuses)
    .where('attempts.sent_at', '>', sql<Date>`now() - interval '30 days'`)
    .where('mails.ticket', 'is not', null)
  const { count } = await open.select((select) => select.fn.countAll<string>().as('count')).executeTakeFirstOrThrow()
  const turns = Math.max(1, Math.ceil(Number(count) / ticketsMax))
  const rows = await open
    .select(['attempts.id', 'attempts.takedown_id', 'attempts.channel', 'attempts.recipient', 'attempts.status'])
    .select(['mails.service', 'mails.request', 'mails.ticket'])
    .orderBy('attempts.sent_at')
    .orderBy('attempts.id')
    .limit(ticketsMax)
    .offset((Math.floor(now.getTime() / hourMs) % turns) * ticketsMax)
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
