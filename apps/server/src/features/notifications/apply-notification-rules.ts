import type { NotificationEvent } from '@signet/contract/messages/notification-rules'
import { severityOfRank } from '@signet/contract/threats/severities'
import type { Sentence } from '@signet/contract/wire'
import type { Context } from '../../app/context.ts'
import type { Tx } from '../../db/database.ts'
import type { Row, ThreatRow } from '../../db/rows.ts'
import { layOutMail } from '../mail/lay-out-mail.ts'
import { asOneLine } from '../mail/mail-address.ts'
import { mailSentence, mailTextsFor } from '../mail/mail-texts.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { portalBase } from '../mail/send-mail.job.ts'
import { notifyPeople } from './notify.ts'
import { chosen, peopleOf, superAdmins } from './people.queries.ts'
import { companyOf } from '../../db/company-keys.queries.ts'
import { insertHits, rulesOf } from './notification-rules.queries.ts'

type Rule = Row<'notification_rules'>

/** One thing that an event is about. */
export interface Occurrence {
  /** Identifies it, so that a rule reports it once, e.g. the id of the threat. */
  cause: string
  /** The text of the notification and the subject of the email. */
  title: Sentence
  /** A path of the portal. */
  href: string
  /** The severity of the threat; left out if the event isn't about one. */
  severity?: ThreatRow['severity']
}

interface Several {
  titleOf: (rule: string, count: number) => Sentence
  href: string
}

// Longer emails aren't read.
const namedMax = 25

/**
 * Notifies staff according to the rules of the Notifications Manager, in the transaction of the event: a notification and an email in the
 * outbox for each recipient of a rule, once for each cause, however many events happened at once.
 *
 * @param several the text and link for more than one, e.g. `12 new threats`
 */
export async function applyNotificationRules(
  context: Pick<Context, 'tx' | 'enqueue'> & { company: { id: number }; actor: { userId: string } | null },
  event: NotificationEvent,
  occurrences: readonly Occurrence[],
  several?: Several,
): Promise<void> {
  const { tx, company } = context
  const rules = await rulesOf(tx, event)
  for (const rule of rules) {
    if (rule.company_ids.length > 0 && !rule.company_ids.includes(company.id)) continue
    const matching = occurrences.filter(({ severity }) => isMatching(rule, severity))
    if (matching.length === 0) continue
    const causeOf = ({ cause }: Occurrence) => `${event} ${cause}`
    const isNew = await insertHits(tx, company.id, rule.id, matching.map(causeOf))
    const fresh = matching.filter((one) => isNew.has(causeOf(one)))
    if (fresh.length > 0) await sendNotification(context, rule, fresh, several)
  }
}

function isMatching({ severities }: Rule, severity: Occurrence['severity']): boolean {
  return severity === undefined || severities.length === 0 || severities.includes(severityOfRank(severity))
}

async function sendNotification(
  { tx, enqueue, company, actor }: Parameters<typeof applyNotificationRules>[0],
  rule: Rule,
  fresh: readonly Occurrence[],
  several: Several | undefined,
): Promise<void> {
  const [first] = fresh
  if (!first) return
  const { title, href } =
    several && fresh.length > 1 ? { title: several.titleOf(rule.name, fresh.length), href: several.href } : first
  const listed = (locale: string | null) =>
    fresh
      .slice(0, namedMax)
      .map((one) => asOneLine(mailSentence(locale, one.title)))
      .join('\n')
  const more = fresh.length - namedMax
  const people = (await staffOf(tx, company.id, rule)).filter(({ userId }) => userId !== actor?.userId)
  if (rule.channels.includes('bell')) {
    const lines = fresh.slice(0, 5).map((one) => asOneLine(one.title.message))
    const body = fresh.length === 1 ? '' : lines.join('\n')
    await notifyPeople(tx, { companyId: company.id, type: 'alert', title, body, href }, people)
  }
  if (!rule.channels.includes('mail')) return
  const { name } = await companyOf(tx, company.id)
  const readers = new Map<string, { name: string; locale: string | null }>(
    people.map((person) => [person.email.toLowerCase(), person]),
  )
  // The language of an address without an account is unknown.
  for (const address of rule.addresses) if (!readers.has(address)) readers.set(address, { name: '', locale: null })
  for (const [address, reader] of readers) {
    const { locale } = reader
    const text = mailTextsFor(locale)
    const subject = mailSentence(locale, title)
    const words = layOutMail({
      locale,
      heading: subject,
      paragraphs: [
        name,
        ...(fresh.length === 1 ? [] : [listed(locale)]),
        ...(more > 0 ? [text('MAIL_MORE', { count: more })] : []),
      ],
      action: { label: text('MAIL_OPEN', {}), href: `${portalBase}${href}` },
      footer: text('NOTIFICATION_RULE_FOOTER', { rule: rule.name }),
    })
    await queueMail(tx, enqueue, {
      companyId: company.id,
      to: { name: reader.name, address },
      template: 'notification-rule',
      sendingId: rule.id,
      subject,
      ...words,
    })
  }
}

/** Users with the rule's roles who work for the company; a superAdmin works for all companies. */
async function staffOf(tx: Tx, companyId: number, { roles }: Rule) {
  if (roles.length === 0) return []
  const working = chosen(await peopleOf(tx, companyId), { roles })
  if (!roles.includes('superAdmin')) return working
  const everywhere = await superAdmins(tx)
  return [...working.filter(({ role }) => role !== 'superAdmin'), ...everywhere]
}
