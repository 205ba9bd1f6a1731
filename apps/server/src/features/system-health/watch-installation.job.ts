import type { JobParts } from '../../app/jobs.ts'
import type { Tx } from '../../db/database.ts'
import { inEnglish, messageOf } from '../../errors/sentences.ts'
import type { PartHealth } from '@signet/contract/operation/system-health'
import { layOutMail } from '../mail/lay-out-mail.ts'
import { mailTextsFor } from '../mail/mail-texts.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { notifyPeople } from '../notifications/notify.ts'
import { claimUnnotified, insertTroubles, operators, type Operator, type PartTrouble } from './part-troubles.queries.ts'
import { checkWatched } from './watched-parts.ts'

type Parts = Pick<JobParts, 'database' | 'dataDir' | 'enqueue'>

const href = '/test'

/**
 * Checks the watched parts. Operators are notified of a part that is still in trouble a minute later, in the portal and by email, once, and
 * once more when it works again.
 */
export async function watchInstallation({ database, dataDir, enqueue }: Parts): Promise<void> {
  const parts = await checkWatched(database, dataDir)
  const troubled = parts.filter(({ ok }) => !ok).map(({ name }) => name)
  const people = await database.inIdentity(operators)
  const companies = [...new Set(people.map(({ companyId }) => companyId))]
  await database.inCompanies(companies, async (tx) => {
    const over = await insertTroubles(tx, troubled)
    const begun = await claimUnnotified(tx)
    for (const trouble of over) await notifyOperators(tx, enqueue, recovered, trouble, parts, people)
    for (const trouble of begun) await notifyOperators(tx, enqueue, failed, trouble, parts, people)
  })
}

const failed = { title: 'PART_TROUBLED', template: 'part-trouble', footer: 'PART_TROUBLE_FOOTER' } as const
const recovered = { title: 'PART_RECOVERED', template: 'part-recovered', footer: 'PART_RECOVERED_FOOTER' } as const

async function notifyOperators(
  tx: Tx,
  enqueue: Parts['enqueue'],
  kind: typeof failed | typeof recovered,
  { name: partName, since }: PartTrouble,
  parts: readonly PartHealth[],
  people: readonly Operator[],
): Promise<void> {
  const part = parts.find((one) => one.name === partName)
  // A part of another version of the program.
  if (!part) return
  const title = messageOf(kind.title, { part: part.name })
  const once = `${kind.template} ${part.name} ${since.toISOString()}`
  for (const [companyId, readers] of Map.groupBy(people, (person) => person.companyId)) {
    const notified = await notifyPeople(tx, { companyId, type: 'alert', title, body: part.detail, href, once }, readers)
    for (const { userId, name, email, locale } of notified) {
      const subject = inEnglish(title).message
      await queueMail(tx, enqueue, {
        companyId,
        to: { name, address: email },
        template: kind.template,
        subject,
        ...layOutMail({
          locale,
          heading: subject,
          paragraphs: [inEnglish(part.detail).message],
          footer: mailTextsFor(locale)(kind.footer, {}),
        }),
        once: `${once} ${userId}`,
        isEssential: true,
      })
    }
  }
}
