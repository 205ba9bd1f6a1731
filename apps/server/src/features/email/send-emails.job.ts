import { eachCompanyAlone, type AloneParts } from '../../app/each-alone.ts'
import type { QueueingRun } from '../../app/jobs.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { fillIn } from './email-templates.ts'
import { byCompany, recipientsOf } from '../notifications/recipients.queries.ts'
import { endSending, findSending } from './email.queries.ts'

/**
 * Adds the emails of one sending to the outbox, one company at a time. Each person's email is named after the sending, so that a run after
 * a crash writes only the missing ones.
 *
 * @throws AggregateError after the last company, if the emails of one couldn't be added; the sending is still open then
 */
export async function sendEmails(parts: QueueingRun & AloneParts, { sendingId }: { sendingId: string }): Promise<void> {
  const { database, enqueue } = parts
  const sending = await database.inCompanies([], (tx) => findSending(tx, sendingId))
  if (!sending || sending.is_done) return
  const people = await database.inIdentity((tx) => recipientsOf(tx, sending.audience))
  const membersOf = byCompany(people)
  await eachCompanyAlone(parts, [...membersOf.keys()], (companyId) =>
    database.inCompanies([companyId], async (tx) => {
      for (const person of membersOf.get(companyId) ?? []) {
        const { subject, ...words } = fillIn(sending, person)
        await queueMail(tx, enqueue, {
          companyId,
          to: { name: person.name, address: person.email },
          template: `email-${sending.template}`,
          once: `sending ${sendingId} ${person.userId}`,
          sendingId,
          subject,
          ...words,
        })
      }
    }),
  )
  await database.inCompanies([], (tx) => endSending(tx, sendingId, people.length))
}
