import { can } from '@signet/contract/access/permissions'
import { severityOfRank } from '@signet/contract/threats/severities'
import { threatNumberOf } from '@signet/contract/threats/threat-number'
import { addDays, isoDay, monday } from '@signet/contract/time'
import { eachAlone, type AloneParts } from '../../app/each-alone.ts'
import type { QueueingRun } from '../../app/jobs.ts'
import { startOfDay, wallClock } from '../companies/company-zone.ts'
import { layOutMail } from '../mail/lay-out-mail.ts'
import { asOneLine } from '../mail/mail-address.ts'
import { mailTextsFor } from '../mail/mail-texts.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { portalBase } from '../mail/send-mail.job.ts'
import { digestReaders, publishedIn, type DigestReader, type Published } from './digests.queries.ts'

/** Hours of the reader's day; a digest later than noon would be outdated. */
const [fromHour, untilHour] = [5, 12]

/**
 * Sends a digest to each subscribed user of what was published in the last period, in the time zone of their company: yesterday, or on
 * Mondays the previous week, with all their companies in one email. The email is named after user and period, so that a run after a crash
 * writes only missing ones.
 *
 * @throws AggregateError after the last user, if the digest of one couldn't be written
 */
export async function sendDigests(parts: QueueingRun & AloneParts, now: Date): Promise<void> {
  const readers = await parts.database.inIdentity(digestReaders)
  await eachAlone(parts, readers, toNames, (reader) => sendDigest(parts, reader, now))
}

const toNames = ({ id }: DigestReader) => ({ userId: id })

async function sendDigest({ database, enqueue }: QueueingRun, reader: DigestReader, now: Date): Promise<void> {
  const clock = wallClock(now, reader.zone)
  const isWeekly = reader.mail === 'weekly'
  if (clock.getUTCHours() < fromHour || clock.getUTCHours() >= untilHour || (isWeekly && clock.getUTCDay() !== monday))
    return
  if (!can(reader.role, 'threats:read') || reader.companies.length === 0) return
  const days = isWeekly ? 7 : 1
  const today = isoDay(clock)
  const until = startOfDay(today, reader.zone)
  const from = startOfDay(addDays(today, -days), reader.zone)
  const companyIds = [...new Set([reader.companyId, ...reader.companies.map(({ id }) => id)])]
  await database.inCompanies(companyIds, async (tx) => {
    const text = mailTextsFor(reader.locale)
    const parts: string[] = []
    let total = 0
    for (const company of reader.companies) {
      const found = await publishedIn(tx, company.id, reader, from, until)
      if (found.total === 0) continue
      total += found.total
      parts.push(text('DIGEST_COMPANY', { company: company.name, count: found.total }), linesOf(found.named))
    }
    if (total === 0) return
    const subject = text('DIGEST_SUBJECT', { count: total, days })
    await queueMail(tx, enqueue, {
      companyId: reader.companyId,
      to: { name: reader.name, address: reader.email },
      template: `digest-${reader.mail}`,
      once: `digest ${reader.mail} ${today} ${reader.id}`,
      subject,
      ...layOutMail({
        locale: reader.locale,
        heading: subject,
        paragraphs: parts,
        action: { label: text('DIGEST_ACTION', {}), href: `${portalBase}/home` },
        footer: text('DIGEST_FOOTER', {}),
      }),
    })
  })
}

const linesOf = (named: Published['named']) =>
  named
    .map(
      ({ title, severity, number }) => `${severityOfRank(severity)}: ${asOneLine(title)} (${threatNumberOf(number)})`,
    )
    .join('\n')
