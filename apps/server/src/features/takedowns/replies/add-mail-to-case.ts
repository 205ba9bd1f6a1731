import type { Bounce } from '@signet/detection'
import { required } from '@signet/contract/narrow'
import type { ReplyClass } from '@signet/contract/takedowns/replies'
import type { Tx } from '../../../db/database.ts'
import { messageOf } from '../../../errors/sentences.ts'
import { asProduct, recordAudit } from '../../audit/audit.queries.ts'
import { findTakedown, lockTakedown, type TakedownWithThreat } from '../../cases/takedowns.queries.ts'
import { insertFile } from '../../evidence/files.queries.ts'
import { changeMail, type InboundMailRow } from '../../inbound-mail/inbound-mails.queries.ts'
import type { Match } from '../../inbound-mail/match-mail.ts'
import type { ReceivingContext } from '../../inbound-mail/receive-mail.ts'
import { publishTakedownChanged } from '../../notifications/live-events.queries.ts'
import { notify } from '../../notifications/notify.ts'
import { markArrived } from '../notices/notice-settled.ts'
import { applyReply } from './apply-reply.ts'
import { markBounced } from './mark-bounced.ts'
import type { Mover } from '../put-move.ts'

/** What an email says: a class if rules are certain, and the sentence that decided. */
interface Content {
  class: Exclude<ReplyClass, 'other'> | null
  sentence: string | null
  bounce: Bounce | null
}

const actions = {
  answer: 'takedown.replyReceived',
  automatic: 'takedown.autoReplyReceived',
  bounce: 'takedown.bounceReceived',
} as const

/**
 * Adds an email to its case: its bytes as a file of the case, so that packs contain it, and an entry in the history. An answer that is
 * verified and that rules are certain about changes the case; everything else waits for a person.
 */
export async function addToCase(
  { tx, files, enqueue }: ReceivingContext,
  row: InboundMailRow,
  match: Match,
  content: Content,
): Promise<void> {
  const companyId = row.company_id
  required(await lockTakedown(tx, companyId, match.takedownId), 'the case of an email')
  const mover: Mover = { ...asProduct(tx, companyId), enqueue }
  if (match.attemptId && match.isVerified && match.matchedBy === 'messageId') await markArrived(mover, match.attemptId)
  const takedown = required(await findTakedown(tx, companyId, match.takedownId), 'the case of an email')
  const file = await insertFile(
    {
      tx,
      files,
      company: { id: companyId },
      fileHref: () => '',
      actor: { userId: null, name: row.from_address ?? '' },
    },
    {
      owner: 'takedown',
      ownerId: takedown.id,
      name: fileName(row),
      type: 'message/rfc822',
      size: row.size,
      sha256: row.sha256,
    },
  )
  const isOpen = isForPerson(row, match, content)
  await changeMail(tx, row, {
    state: 'matched',
    takedown_id: takedown.id,
    attempt_id: match.attemptId,
    matched_by: match.matchedBy,
    is_verified: match.isVerified,
    class: content.class,
    sentence: content.sentence,
    is_open: isOpen,
    file_id: file.id,
  })
  await recordAudit(mover, {
    action: actions[row.kind],
    targetType: 'takedown',
    targetId: takedown.id,
    after: {
      mailId: row.id,
      class: content.class,
      remark: `${row.from_address ?? ''}: “${content.sentence ?? row.subject}”`,
    },
  })
  await publishTakedownChanged(tx, companyId, takedown)
  if (isOpen) await notifyOpen(tx, takedown, row.id)
  else if (row.kind === 'bounce' && match.attemptId) await markBounced(mover, match.attemptId, content)
  else if (row.kind === 'answer' && content.class) {
    await applyReply(mover, takedown, {
      attemptId: match.attemptId,
      class: content.class,
      sentence: content.sentence ?? row.subject,
    })
  }
}

function isForPerson(
  { kind }: InboundMailRow,
  { isVerified, attemptId }: Match,
  { class: found, bounce }: Content,
): boolean {
  if (kind === 'bounce') return !isVerified || attemptId === null || bounce === null
  // An automatic email that only confirms the receipt, or says that somebody is away, needs nobody.
  if (kind === 'automatic') return found !== null && found !== 'acknowledged'
  return found === null || !isVerified || attemptId === null
}

async function notifyOpen(tx: Tx, { company_id: companyId, id, title }: TakedownWithThreat, mailId: string) {
  await notify(tx, {
    companyId,
    audience: { permission: 'takedowns:move' },
    type: 'takedown',
    title: messageOf('MAIL_TO_DECIDE', { title }),
    href: `/takedown/${id}`,
    once: `mail ${mailId}`,
  })
}

const fileName = ({ received_at: at, kind }: InboundMailRow) =>
  `${kind}-${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z.eml`
