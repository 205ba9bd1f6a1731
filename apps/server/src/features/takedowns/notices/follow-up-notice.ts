import { randomUUID } from 'node:crypto'
import type { AssetState } from '@signet/contract/takedowns/asset-checks'
import type { AttemptPurpose } from '@signet/contract/takedowns/attempts'
import type { FollowedNotice } from '@signet/detection'
import type { ColumnValue } from '../../../db/columns.ts'
import { recordAudit } from '../../audit/audit.queries.ts'
import { policyOf } from '../following/takedown-policy.queries.ts'
import type { TakedownWithThreat } from '../../cases/takedowns.queries.ts'
import { noticeTemplate, queueMail } from '../../mail/queue-mail.ts'
import { evidenceReport } from './attach-evidence.ts'
import { attemptWords } from './attempt-words.ts'
import {
  earlierMails,
  insertAttempt,
  lastSentEmail,
  noticesAnHourMax,
  noticesInLastHour,
  type SentNotice,
} from './attempts.queries.ts'
import { isChannelOn } from './notice-channels.queries.ts'
import type { Mover } from '../put-move.ts'
import { valuesOfRepeat } from '../letters/letter-values.ts'
import { answerTo, caseValues, filledLetter, letterInForce } from '../letters/write-letter.ts'

type Own = Exclude<AttemptPurpose, 'request'>

/** What the history of a case calls the notices that the product writes. */
export const writtenActions = {
  relapse: 'takedown.attemptAdded',
  reminder: 'takedown.reminderWritten',
  escalation: 'takedown.escalationWritten',
} as const satisfies Record<Own, string>

/**
 * Notifies the provider that was last notified by email that the target is back, as an answer to that email; it is held while sending is
 * off, and when the provider has had too many. Without such an email, people decide what to do. Called in the transaction that reopens the
 * case, so it happens once for each time.
 */
export async function repeatNotice(mover: Mover, row: TakedownWithThreat, state: AssetState, now: Date): Promise<void> {
  const { tx, company } = mover
  if (!(await policyOf(tx, company.id)).repeatsNotice) return
  const earlier = await lastSentEmail(tx, company.id, row.id)
  if (!earlier) return
  await followUp(mover, row, earlier, {
    purpose: 'relapse',
    now,
    reported: earlier.sentAt,
    state,
  })
}

/**
 * Reminds a provider of the last notice that it was sent by email, as an answer to that email.
 *
 * @param about.earlier the first notice that it didn't act on
 * @param about.isProposed whether it waits for a person to send it
 * @param about.hasServer without a mail server, it is held
 * @returns the id of the attempt, null if there is no such email
 */
export async function remind(
  mover: Mover,
  row: TakedownWithThreat,
  { earlier: first, ...about }: { earlier: FollowedNotice; isProposed: boolean; hasServer: boolean; now: Date },
): Promise<string | null> {
  const earlier = await lastSentEmail(mover.tx, mover.company.id, row.id, first.recipient)
  if (!earlier) return null
  return followUp(mover, row, earlier, {
    ...about,
    purpose: 'reminder',
    reported: new Date(first.sentAt ?? earlier.sentAt),
    state: row.asset_state,
  })
}

/** Adds the answer to an earlier email to the outbox, with its attempt. */
async function followUp(
  { tx, enqueue, company, ...mover }: Mover,
  row: TakedownWithThreat,
  earlier: SentNotice,
  about: {
    purpose: 'relapse' | 'reminder'
    isProposed?: boolean
    hasServer?: boolean
    now: Date
    /** When the provider was notified first. */
    reported: Date
    state: AssetState
  },
): Promise<string> {
  const { purpose, isProposed = false, hasServer = true, now } = about
  const { channel, recipient, language } = earlier
  const heldFor = await holdReason(tx, { companyId: company.id, recipient, isProposed })
  const isOn = hasServer && (await isChannelOn(tx, channel))
  const id = randomUUID()
  const values = {
    ...(await caseValues(tx, row, language)),
    ...valuesOfRepeat({ ...about, seen: now, providerReference: earlier.reference }, language),
  }
  const mailId = await queueMail(tx, enqueue, {
    companyId: company.id,
    to: { name: '', address: recipient },
    template: noticeTemplate,
    ...answerTo(earlier, filledLetter(await letterInForce(tx, { kind: purpose, channel, language }), values).text),
    attachments: [
      ...earlier.attachments.flatMap((file) => renewed(file, id, now)),
      // A reminder has nothing new to show.
      ...(purpose === 'relapse' ? [evidenceReport] : []),
    ],
    follows: await earlierMails(tx, company.id, row.id, recipient),
    isHeld: heldFor !== null || !isOn,
  })
  await insertAttempt(tx, {
    companyId: company.id,
    takedownId: row.id,
    id,
    mailId,
    channel,
    way: 'email',
    recipient,
    language,
    reference: earlier.reference,
    purpose,
    heldFor: isOn ? heldFor : null,
  })
  await recordAudit(
    { tx, company, ...mover },
    {
      action: writtenActions[purpose],
      targetType: 'takedown',
      targetId: row.id,
      after: { channel, recipient, way: 'email', words: attemptWords({ channel, recipient }) },
    },
  )
  return id
}

/** Why an email that the product wrote waits for a person although sending is on. */
export async function holdReason(
  tx: Mover['tx'],
  { companyId, recipient, isProposed }: { companyId: number; recipient: string; isProposed: boolean },
): Promise<ColumnValue<'takedown_attempts.held_for'> | null> {
  if ((await noticesInLastHour(tx, companyId, recipient)) >= noticesAnHourMax) return 'limit'
  return isProposed ? 'approval' : null
}

/** The report of the earlier email as a new one; its other files are not sent again. */
function renewed(file: SentNotice['attachments'][number], reportId: string, now: Date) {
  if (!('text' in file) || file.name !== 'xarf.json') return []
  const report: unknown = JSON.parse(file.text)
  const text = JSON.stringify({ ...Object(report), report_id: reportId, timestamp: now.toISOString() })
  return [{ name: file.name, type: file.type, text }]
}
