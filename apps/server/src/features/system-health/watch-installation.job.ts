import type { JobParts } from '../../app/jobs.ts'
import type { Tx } from '../../db/database.ts'
import { inEnglish, messageOf } from '../../errors/sentences.ts'
import type { PartHealth } from '@signet/contract/operation/system-health'
import { layOutMail } from '../mail/lay-out-mail.ts'
import { mailTextsFor } from '../mail/mail-texts.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { notifyPeople } from '../notifications/notify.ts'
import { claimUntold, noteTroubles, operators, type Operator } from './part-troubles.queries.ts'
import { checkWatched } from './watched-parts.ts'

type Parts = Pick<JobParts, 'database' | 'dataDir' | 'enqueue'>

const href = '/test'

/**
 * Checks the watched parts. Operators are notified of a part that is still in trouble a minute later, in the portal and by email, once
 * until it works again.
 */
export async function watchInstallation({ database, dataDir, enqueue }: Parts): Promise<void> {
  const parts = await checkWatched(database, dataDir)
  const troubled = parts.filter(({ ok }) => !ok)
  const people = await database.inIdentity(operators)
  const companies = [...new Set(people.map(({ companyId }) => companyId))]
  await database.inCompanies(companies, async (tx) => {
    await noteTroubles(
      tx,
      troubled.map(({ name }) => name),
    )
    const untold = await claimUntold(tx)
    for (const { name, since } of untold) {
      const part = troubled.find((one) => one.name === name)
      if (part) await notifyOperators(tx, enqueue, part, since, people)
    }
  })
}

async function notifyOperators(
  tx: Tx,
  enqueue: Parts['enqueue'],
  part: PartHealth,
  since: Date,
  people: readonly Operator[],
): Promise<void> {
  const title = messageOf('PART_TROUBLED', { part: part.name })
  const once = `part-trouble ${part.name} ${since.toISOString()}`
  for (const [companyId, readers] of Map.groupBy(people, (person) => person.companyId)) {
    const notified = await notifyPeople(tx, { companyId, type: 'alert', title, body: part.detail, href, once }, readers)
    for (const { userId, name, email, locale } of notified) {
      const subject = inEnglish(title).message
      await queueMail(tx, enqueue, {
        companyId,
        to: { name, address: email },
        template: 'part-trouble',
        subject,
        ...layOutMail({
          locale,
          heading: subject,
          paragraphs: [inEnglish(part.detail).message],
          footer: mailTextsFor(locale)('PART_TROUBLE_FOOTER', {}),
        }),
        once: `${once} ${userId}`,
        isEssential: true,
      })
    }
  }
}
