import { sql } from 'kysely'
import type { Preferences } from '@signet/contract/access/account'
import { can, type Role } from '@signet/contract/access/permissions'
import { severityOfRank, severityRank } from '@signet/contract/threats/severities'
import { dayMs } from '@signet/contract/time'
import type { Enqueue } from '../../app/jobs.ts'
import type { Database, Tx } from '../../db/database.ts'
import { defaultZone, startOfDay, wallClock } from '../companies/company-zone.ts'
import { layOutMail } from '../mail/lay-out-mail.ts'
import { asOneLine } from '../mail/mail-address.ts'
import { mailTextsFor } from '../mail/mail-texts.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { portalBase } from '../mail/send-mail.job.ts'

const namedMax = 10
const monday = 1
/** Hours of the reader's day; a digest later than noon would be outdated. */
const [fromHour, untilHour] = [5, 12]

interface Reader extends Preferences {
  id: string
  name: string
  locale: string | null
  email: string
  role: Role
  companyId: number
  /** The time zone of the reader's own company. */
  zone: string
  companies: { id: number; name: string }[]
}

/**
 * Sends a digest to each subscribed user of what was published in the last period, in the time zone of their company: yesterday, or on
 * Mondays the previous week, with all their companies in one email. The email is named after user and period, so that a run after a crash
 * writes only missing ones.
 */
export async function sendDigests(
  { database, enqueue, signal }: { database: Database; enqueue: Enqueue; signal: AbortSignal },
  now: Date,
): Promise<void> {
  for (const reader of await readersOf(database)) {
    signal.throwIfAborted()
    const clock = wallClock(now, reader.zone)
    const isWeekly = reader.mail === 'weekly'
    if (
      clock.getUTCHours() < fromHour ||
      clock.getUTCHours() >= untilHour ||
      (isWeekly && clock.getUTCDay() !== monday)
    )
      continue
    if (!can(reader.role, 'threats:read') || reader.companies.length === 0) continue
    const days = isWeekly ? 7 : 1
    const today = clock.toISOString().slice(0, 10)
    const until = startOfDay(today, reader.zone)
    const from = startOfDay(new Date(clock.getTime() - days * dayMs).toISOString().slice(0, 10), reader.zone)
    const companyIds = [...new Set([reader.companyId, ...reader.companies.map(({ id }) => id)])]
    await database.inCompanies(companyIds, async (tx) => {
      const text = mailTextsFor(reader.locale)
      const parts: string[] = []
      let total = 0
      for (const company of reader.companies) {
        const found = await publishedIn(tx, company.id, reader, from, until)
        if (found.total === 0) continue
        total += found.total
        parts.push(text('DIGEST_COMPANY', { company: company.name, count: found.total }), found.lines)
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
          heading: subject,
          paragraphs: parts,
          action: { label: text('DIGEST_ACTION', {}), href: `${portalBase}/home` },
          footer: text('DIGEST_FOOTER', {}),
        }),
      })
    })
  }
}

/** Active users who want a digest, with the companies they work for and the time zone of their own company. */
function readersOf(database: Database): Promise<Reader[]> {
  return database.inIdentity(async (tx) => {
    const { rows } = await sql<Reader>`
      select u.id, u.name, u.locale, u.email, u.role, u.company_id as "companyId", p.mail, p.severities, p.sources,
        coalesce(own.config ->> 'timeZone', ${defaultZone}) as zone,
        (select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name) order by c.name), '[]') from companies c
          where c.is_active and (c.id = u.company_id
            or exists (select from user_companies m where m.user_id = u.id and m.company_id = c.id))) as companies
      from user_preferences p join users u on u.id = p.user_id join companies own on own.id = u.company_id
      where u.is_active and own.is_active and p.mail in ('daily', 'weekly') order by u.id`.execute(tx)
    return rows
  })
}

/** The matching threats published for a company in a period. Index: threats_stage. */
async function publishedIn(
  tx: Tx,
  companyId: number,
  { severities, sources }: Preferences,
  from: Date,
  until: Date,
): Promise<{ total: number; lines: string }> {
  let rows = tx
    .selectFrom('threats')
    .where('company_id', '=', companyId)
    .where('stage', '=', 'published')
    .where('kind', '=', 'threat')
    .where('auto_filtered', '=', false)
    .where('published_at', '>=', from)
    .where('published_at', '<', until)
  if (severities.length > 0)
    rows = rows.where(
      'severity',
      'in',
      severities.map((name) => severityRank[name]),
    )
  if (sources.length > 0) rows = rows.where('source', 'in', sources)
  const { count } = await rows.select((select) => select.fn.countAll<string>().as('count')).executeTakeFirstOrThrow()
  const named = await rows
    .select(['title', 'severity'])
    .orderBy('severity', 'desc')
    .orderBy('published_at', 'desc')
    .orderBy('id')
    .limit(namedMax)
    .execute()
  return {
    total: Number(count),
    lines: named.map(({ title, severity }) => `${severityOfRank(severity)}: ${asOneLine(title)}`).join('\n'),
  }
}
