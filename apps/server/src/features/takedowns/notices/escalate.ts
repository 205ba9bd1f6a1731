import { randomUUID } from 'node:crypto'
import type { CaseContact, ContactRole } from '@signet/contract/takedowns/abuse-contacts'
import { channelOfRole } from '@signet/contract/takedowns/abuse-contacts'
import type { AttemptChannel } from '@signet/contract/takedowns/takedowns'
import type { FollowedNotice } from '@signet/detection'
import type { CompanyRef } from '../../../app/context.ts'
import type { Mailer } from '../../../app/mailer.ts'
import { recordAudit } from '../../audit/audit.queries.ts'
import type { TakedownWithThreat } from '../../cases/takedowns.queries.ts'
import { mailTextsFor } from '../../mail/mail-texts.ts'
import { noticeTemplate, queueMail } from '../../mail/queue-mail.ts'
import { rightsOf } from '../../rights/rights.queries.ts'
import type { Mover } from '../put-move.ts'
import { evidenceReport } from './attach-evidence.ts'
import { attemptWords } from './attempt-words.ts'
import { insertAttempt } from './attempts.queries.ts'
import { contactsOfCase } from '../contacts/case-contacts.ts'
import { holdReason, minuteInUtc, writtenActions } from './follow-up-notice.ts'
import { isChannelOn } from './notice-channels.queries.ts'
import { abuseReportOf, noticeSubjectOf } from './notice-subject.ts'
import { letterOf } from './write-notice.ts'

/** Who is above the recipients of each channel, lowest first. */
const rungs: Partial<Record<AttemptChannel, readonly ContactRole[]>> = {
  registrar: ['registry'],
  hosting: ['network'],
}

type EscalationParts = Omit<Mover, 'company'> & { company: CompanyRef; mailer: Mailer }

/**
 * Writes to the next contact above one that did not act: an email that names the earlier notices, or the task to fill in its form.
 *
 * @param isProposed whether an email waits for a person to send it
 * @returns the recipient, null if there is no further contact
 */
export async function escalate(
  parts: EscalationParts,
  row: TakedownWithThreat,
  about: { earlier: FollowedNotice; notices: readonly FollowedNotice[]; isProposed: boolean },
): Promise<string | null> {
  const { tx, company, mailer } = parts
  const { contacts } = await contactsOfCase({ tx, company, origin: mailer.origin }, row.id)
  const above = rungs[about.earlier.channel] ?? []
  const next = above
    .flatMap((role) => contacts.filter((one) => one.role === role))
    .find(({ attempted, email, form }) => attempted === null && (email ?? form) !== null)
  if (!next) return null
  const id = randomUUID()
  const channel = channelOfRole[next.role]
  const { recipient } = next
  const isMail = next.email === recipient
  const isOn = !mailer.isCatching && (await isChannelOn(tx, channel))
  const heldFor = isMail
    ? await holdReason(tx, { companyId: company.id, recipient, isProposed: about.isProposed })
    : null
  await insertAttempt(tx, {
    companyId: company.id,
    takedownId: row.id,
    id,
    mailId: isMail ? await writeEmail(parts, row, { ...about, id, next, isHeld: !isOn || heldFor !== null }) : null,
    channel,
    way: isMail ? 'email' : 'form',
    recipient: recipient.slice(0, 200),
    link: isMail ? null : next.form,
    purpose: 'escalation',
    heldFor: isOn ? heldFor : null,
  })
  await recordAudit(parts, {
    action: writtenActions.escalation,
    targetType: 'takedown',
    targetId: row.id,
    after: { channel, recipient, way: isMail ? 'email' : 'form', words: attemptWords({ channel, recipient }) },
  })
  return recipient
}

async function writeEmail(
  { tx, enqueue, company, mailer }: EscalationParts,
  row: TakedownWithThreat,
  about: { id: string; next: CaseContact; notices: readonly FollowedNotice[]; isHeld: boolean },
) {
  const { id, next, notices, isHeld } = about
  const subject = await noticeSubjectOf(tx, row)
  const language = 'en'
  const letter = letterOf(subject, {
    channel: channelOfRole[next.role],
    language,
    rights: await rightsOf({ tx, company, fileHref: () => '' }),
    company: company.name,
    sender: mailer.from.name || mailer.from.address,
  })
  const t = mailTextsFor(language)
  const before = notices.flatMap(({ sentAt, recipient }) =>
    sentAt === null ? [] : t('NOTICE_EARLIER', { recipient, reported: minuteInUtc(new Date(sentAt)) }),
  )
  const report = abuseReportOf(subject, company, mailer.from, id)
  return queueMail(tx, enqueue, {
    companyId: company.id,
    to: { name: '', address: next.recipient },
    template: noticeTemplate,
    subject: letter.subject,
    text: [letter.text, before.join('\n')].join('\n\n'),
    attachments: [
      ...('report' in report
        ? [{ name: 'xarf.json', type: 'application/json', text: JSON.stringify(report.report) }]
        : []),
      evidenceReport,
    ],
    isHeld,
  })
}
