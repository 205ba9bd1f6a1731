import type { TicketAnswer } from '@signet/connectors'
import { eachCompanyAlone, type AloneParts } from '../../../app/each-alone.ts'
import type { AbuseReportParts } from '../../../app/mailer.ts'
import { everyCompanyId } from '../../../db/company-keys.queries.ts'
import type { Tx } from '../../../db/database.ts'
import { asProduct, recordAudit } from '../../audit/audit.queries.ts'
import { findTakedown } from '../../cases/takedowns.queries.ts'
import { publishTakedownChanged } from '../../notifications/live-events.queries.ts'
import { lookUpTicket } from '../../abuse-report-accounts/look-up-ticket.ts'
import { attemptWords } from './attempt-words.ts'
import { openTickets, recordAnswer, type OpenTicket } from './tickets.queries.ts'

/** Asks the services what became of the reports that they accepted, and records new answers in the cases. */
export async function lookUpTickets(parts: AbuseReportParts & Pick<AloneParts, 'log'>, now: Date): Promise<void> {
  const { database, log } = parts
  await eachCompanyAlone({ database, log }, await everyCompanyId(database), async (companyId) => {
    const tickets = await parts.database.inCompanies([companyId], (tx) => openTickets(tx, companyId, now))
    for (const open of tickets) {
      const answer = await lookUpTicket(parts, { companyId, service: open.service, report: open.request }, open.ticket)
      if (answer) await parts.database.inCompanies([companyId], (tx) => keepAnswer(tx, companyId, open, answer))
    }
  })
}

async function keepAnswer(tx: Tx, companyId: number, open: OpenTicket, answer: TicketAnswer): Promise<void> {
  if (answer.status === 'open') return
  const { id, channel, recipient, takedown_id: takedownId, status: before } = open
  if (!(await recordAnswer(tx, companyId, id, { status: answer.status, text: answer.text }))) return
  await recordAudit(asProduct(tx, companyId), {
    action: 'takedown.attemptChanged',
    targetType: 'takedown',
    targetId: takedownId,
    before: { status: before },
    after: { status: answer.status, words: attemptWords({ channel, recipient, answer: answer.text }) },
  })
  const row = await findTakedown(tx, companyId, takedownId)
  if (row) await publishTakedownChanged(tx, companyId, row)
}
