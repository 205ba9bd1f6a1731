import { randomUUID } from 'node:crypto'
import { channelOfRole, type CaseContact, type ContactRole } from '@signet/contract/takedowns/abuse-contacts'
import { recipientMax, type AttemptChannel, type NoticeLanguage } from '@signet/contract/takedowns/attempts'
import type { FollowedNotice } from '@signet/detection'
import type { CompanyRef } from '../../../app/context.ts'
import type { Mailer } from '../../../app/mailer.ts'
import { recordAudit } from '../../audit/audit.queries.ts'
import type { TakedownWithThreat } from '../../cases/takedowns.queries.ts'
import { noticeTemplate, queueMail } from '../../mail/queue-mail.ts'
import type { Mover } from '../put-move.ts'
import { evidenceReport } from './attach-evidence.ts'
import { attemptWords } from './attempt-words.ts'
import { insertAttempt, languageOfAttempt, sentNotices } from './attempts.queries.ts'
import { contactsOfCase } from '../contacts/case-contacts.ts'
import { holdReason, writtenActions } from './follow-up-notice.ts'
import { isChannelOn } from './notice-channels.queries.ts'
import { attachedReport, noticeSubjectOf } from './notice-subject.ts'
import { earlierOf } from '../letters/letter-values.ts'
import { caseValues, filledLetter, letterInForce } from '../letters/write-letter.ts'

/** Who is above the recipients of each channel, lowest first. */
const rungs: Partial<Record<AttemptChannel, readonly ContactRole[]>> = {
  registrar: ['registry', 'cert'],
  registry: ['cert'],
  hosting: ['network', 'cert'],
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
  about: { earlier: FollowedNotice; isProposed: boolean },
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
  const language = await languageOfAttempt(tx, company.id, about.earlier.id)
  const isHeld = !isOn || heldFor !== null
  await insertAttempt(tx, {
    companyId: company.id,
    takedownId: row.id,
    id,
    mailId: isMail ? await writeEmail(parts, row, { id, next, language, isHeld }) : null,
    channel,
    way: isMail ? 'email' : 'form',
    recipient: recipient.slice(0, recipientMax),
    language: isMail ? language : null,
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
  about: { id: string; next: CaseContact; language: NoticeLanguage; isHeld: boolean },
) {
  const { id, next, language, isHeld } = about
  const subject = await noticeSubjectOf(tx, row)
  const key = { kind: 'escalation', channel: channelOfRole[next.role], language } as const
  const letter = filledLetter(await letterInForce(tx, key), {
    ...(await caseValues(tx, row, language)),
    sender: mailer.from.name || mailer.from.address,
    earlier: earlierOf(await sentNotices(tx, company.id, row.id), language),
  })
  return queueMail(tx, enqueue, {
    companyId: company.id,
    to: { name: '', address: next.recipient },
    template: noticeTemplate,
    ...letter,
    attachments: [...attachedReport(subject, company, mailer.from, id), evidenceReport],
    isHeld,
  })
}
