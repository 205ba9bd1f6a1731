import type { Invitation } from '@signet/contract/access/users'
import { TimeAgo } from '../../ui/text/time-text.tsx'
import { sentenceOf } from '../../words/messages.ts'
import { t } from './words.ts'

/** What is known about the email of an invitation. */
export function InvitationLine({ invitation: { state, at, reason } }: { invitation: Invitation }) {
  return (
    <>
      {t(`invitation.${state}`)} <TimeAgo isWithin at={at} />
      {reason && `: ${sentenceOf(reason)}`}
    </>
  )
}
