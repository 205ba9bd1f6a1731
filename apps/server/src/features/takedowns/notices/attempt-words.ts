import { attemptChannels, type AttemptChannel } from '@signet/contract/takedowns/attempts'
import type { Words } from '@signet/contract/wire'
import { messageOf, wordsOf } from '../../../errors/sentences.ts'

/** An attempt as a remark on the timeline, with the answer in quotation marks. */
export function attemptWords(attempt: { channel: AttemptChannel; recipient: string; answer?: string | null }): Words {
  const [channel, { recipient, answer }] = [attemptChannels[attempt.channel], attempt]
  return wordsOf(
    answer
      ? messageOf('ATTEMPT_ANSWERED', { channel, recipient, answer })
      : messageOf('ATTEMPT', { channel, recipient }),
  )
}
