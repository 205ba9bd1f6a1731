import { randomUUID } from 'node:crypto'
import { attemptChannels, type AssetState } from '@signet/contract/takedowns/takedowns'
import { recordAudit } from '../audit/audit.queries.ts'
import { policyOf } from '../cases/takedown-policy.queries.ts'
import type { TakedownWithThreat } from '../cases/takedowns.queries.ts'
import { asOneLine } from '../mail/mail-address.ts'
import { mailTextsFor } from '../mail/mail-texts.ts'
import { noticeTemplate, queueMail } from '../mail/queue-mail.ts'
import {
  addRepeatedAttempt,
  earlierMails,
  lastSentEmail,
  noticesAnHourMax,
  noticesInLastHour,
  type SentEmail,
} from './attempts.queries.ts'
import { isChannelOn } from './notice-channels.ts'
import type { Mover } from './put-move.ts'

/**
 * Notifies the provider that was last notified by email that the target is back, as an answer to that email; it is held while sending is
 * off, and when the provider has had too many. Without such an email, people decide what to do. Called in the transaction that reopens the case, so it happens once for each time.
 */
export async function repeatNotice(
  { tx, enqueue, company, ...mover }: Mover,
  row: TakedownWithThreat,
  state: AssetState,
  now: Date,
): Promise<void> {
  if (!(await policyOf(tx, company.id)).repeatsNotice) return
  const earlier = await lastSentEmail(tx, company.id, row.id)
  if (!earlier) return
  const isTooMany = (await noticesInLastHour(tx, company.id, earlier.recipient)) >= noticesAnHourMax
  const id = randomUUID()
  const mailId = await queueMail(tx, enqueue, {
    companyId: company.id,
    to: { name: '', address: earlier.recipient },
    template: noticeTemplate,
    subject: asOneLine(`Re: ${earlier.subject.replace(/^(re: )+/i, '')}`, 200),
    text: textOf(earlier, row, state, now),
    attachments: earlier.attachments.flatMap((file) => renewed(file, id, now)),
    follows: await earlierMails(tx, company.id, row.id, earlier.recipient),
    isHeld: isTooMany || !(await isChannelOn(tx, earlier.channel)),
  })
  await addRepeatedAttempt(tx, { companyId: company.id, takedownId: row.id, id, mailId, earlier })
  await recordAudit(
    { tx, company, ...mover },
    {
      action: 'takedown.attemptAdded',
      targetType: 'takedown',
      targetId: row.id,
      after: {
        channel: earlier.channel,
        recipient: earlier.recipient,
        way: 'email',
        remark: `${attemptChannels[earlier.channel]}, ${earlier.recipient}`,
      },
    },
  )
}

function textOf(earlier: SentEmail, row: TakedownWithThreat, state: AssetState, now: Date): string {
  const german = mailTextsFor('de')
  const t = earlier.text.startsWith(german('NOTICE_HELLO', {})) ? german : mailTextsFor('en')
  const quoted = earlier.text.replaceAll(/^/gm, '> ')
  return [
    t('NOTICE_HELLO', {}),
    t('NOTICE_AGAIN', { title: asOneLine(row.title, 140), reported: utc(earlier.sentAt), seen: utc(now), state }),
    ...(earlier.reference ? [t('NOTICE_YOUR_REFERENCE', { reference: earlier.reference })] : []),
    t('NOTICE_ASK', { channel: earlier.channel }),
    t('NOTICE_REFERENCE', { reference: row.id.slice(0, 8) }),
    quoted,
  ].join('\n\n')
}

const utc = (at: Date) => at.toISOString().slice(0, 16).replace('T', ' ')

/** The report of the earlier email as a new one; its other files are not sent again. */
function renewed(file: SentEmail['attachments'][number], reportId: string, now: Date) {
  if (!('text' in file) || file.name !== 'xarf.json') return []
  const report: unknown = JSON.parse(file.text)
  const text = JSON.stringify({ ...Object(report), report_id: reportId, timestamp: now.toISOString() })
  return [{ name: file.name, type: file.type, text }]
}
