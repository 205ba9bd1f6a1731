import type { AlertRule } from '@signet/contract/messages/alerts'
import { listPath, recordPath } from '@signet/contract/threats/record-path'
import { severityOfRank } from '@signet/contract/threats/severities'
import { everySource } from '@signet/contract/threats/sources'
import type { Context } from '../../app/context.ts'
import type { ThreatRow } from '../../db/rows.ts'
import { numbersOf } from '../../db/threat-numbers.queries.ts'
import { asOneLine } from '../mail/mail-address.ts'
import { layOutMail } from '../mail/lay-out-mail.ts'
import { mailSentence, mailTextsFor } from '../mail/mail-texts.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { portalBase } from '../mail/send-mail.job.ts'
import { messageOf } from '../../errors/sentences.ts'
import { notify } from './notify.ts'
import { peopleOf } from './people.queries.ts'
import { findAlertSettings, insertAlertHits } from './alerts.queries.ts'

/** The fields of a threat that a rule checks. */
export type AlertThreat = Pick<ThreatRow, 'id' | 'kind' | 'title' | 'source' | 'severity' | 'threat_type' | 'score'>

const isIn = (list: readonly string[] | undefined, value: string) => !list?.length || list.includes(value)

/** Whether a rule matches a threat; an empty list means all. */
export function isMatch(rule: AlertRule, threat: AlertThreat): boolean {
  return (
    isIn(rule.sources, threat.source) &&
    isIn(rule.severities, severityOfRank(threat.severity)) &&
    isIn(rule.types, threat.threat_type) &&
    threat.score >= (rule.minScore ?? 0)
  )
}

// Longer emails aren't read.
const namedMax = 25

/**
 * Alerts people of new threats according to the rules of the company: one notification and one email per rule and recipient, however many
 * threats there are. A threat that is published again causes no second alert.
 */
export async function raiseAlerts(
  { tx, company, enqueue }: Pick<Context, 'tx' | 'enqueue'> & { company: { id: number } },
  threats: readonly AlertThreat[],
): Promise<void> {
  const settings = await findAlertSettings(tx, company.id)
  for (const rule of settings?.rules ?? []) {
    const matched = threats.filter((threat) => isMatch(rule, threat))
    if (matched.length === 0) continue
    const ids = matched.map(({ id }) => id)
    const isNew = await insertAlertHits(tx, company.id, rule.name, ids)
    const found = matched.filter(({ id }) => isNew.has(id))
    const [first] = found
    if (!first) continue
    const named = found.slice(0, namedMax)
    const lines = linesOf(
      named,
      await numbersOf(
        tx,
        company.id,
        named.map(({ id }) => id),
      ),
    )
    const title =
      found.length === 1
        ? messageOf('RULE_THREAT_NEW', { rule: rule.name, kind: 'threat', title: first.title })
        : messageOf('RULE_THREATS_NEW', { rule: rule.name, kind: 'threat', count: found.length })
    const href = found.length === 1 ? recordPath(first) : listPath('threat')
    if (rule.channels.includes('bell')) {
      await notify(tx, {
        companyId: company.id,
        audience: { permission: 'threats:read' },
        type: 'alert',
        title,
        body: lines.slice(0, 5).join('\n'),
        href,
      })
    }
    if (!rule.channels.includes('mail')) continue
    const more = found.length - namedMax
    const locales = new Map((await peopleOf(tx, company.id)).map(({ email, locale }) => [email.toLowerCase(), locale]))
    for (const address of settings?.recipients ?? []) {
      // The language of an address without an account is unknown.
      const locale = locales.get(address.toLowerCase()) ?? null
      const text = mailTextsFor(locale)
      const heading = mailSentence(locale, title)
      const words = layOutMail({
        locale,
        heading,
        paragraphs: [lines.join('\n'), ...(more > 0 ? [text('MAIL_MORE', { count: more })] : [])],
        action: { label: text('MAIL_OPEN', {}), href: `${portalBase}${href}` },
        footer: text('ALERT_FOOTER', { rule: rule.name }),
      })
      const to = { name: '', address }
      await queueMail(tx, enqueue, { companyId: company.id, to, template: 'alert', subject: heading, ...words })
    }
  }
}

/** One line for each threat, with its number, as alerts name them. */
export const linesOf = (threats: readonly Omit<AlertThreat, 'score'>[], numbers: ReadonlyMap<string, string>) =>
  threats.map(({ id, severity, title, threat_type: type, source }) => {
    const facts = [numbers.get(id), type, everySource[source].label].filter((fact) => fact !== undefined)
    return `${severityOfRank(severity)}: ${asOneLine(title)} (${facts.join(', ')})`
  })
