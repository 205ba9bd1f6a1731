import type { Tx } from '../../db/database.ts'
import { openSealed, seal } from '../../db/sealed.ts'
import { AppError } from '../../errors.ts'
import { answerOf, setAnswer, useIdempotencyKey, type Once } from './idempotency.queries.ts'

interface Answer {
  status: number
  body: unknown
}

/**
 * Does the work once per key: the answer is stored in the transaction of the change, so a retry gets the same answer and changes nothing. A
 * second request that arrives while the first is running waits for it.
 *
 * @param more.sealing encrypts the stored answer of calls that show a secret once: no stored answer contains one in plain text
 * @param more.isKept false for answers that must not be stored: a repeated request is refused
 * @throws AppError `IDEMPOTENCY_CONFLICT` if the key was used for another call or another body
 */
export async function answerOnce(
  tx: Tx,
  once: Once,
  status: number,
  work: () => Promise<unknown>,
  { sealing, isKept = true }: { sealing?: Buffer | undefined; isKept?: boolean } = {},
): Promise<Answer> {
  const place = ['answer', once.companyId, once.userId, once.key]
  if (once.key.length < 1 || once.key.length > 200) throw new AppError('IDEMPOTENCY_KEY_INVALID')
  if (!(await useIdempotencyKey(tx, once))) {
    const stored = await answerOf(tx, once)
    if (stored.route !== once.route || !stored.body_hash.equals(once.bodyHash) || stored.status === null) {
      throw new AppError('IDEMPOTENCY_CONFLICT')
    }
    const sealed = sealing && stored.answer?.sealed
    if (sealing && sealed) {
      const opened = openSealed(sealing, Buffer.from(sealed, 'base64'), place)
      return { status: stored.status, body: opened === null ? undefined : JSON.parse(opened) }
    }
    return { status: stored.status, body: stored.answer ?? undefined }
  }
  const body = await work()
  // The key stays used, but without an answer.
  if (!isKept) return { status, body }
  const answer = body === undefined ? null : JSON.stringify(body)
  const kept = answer && sealing ? JSON.stringify({ sealed: seal(sealing, answer, place).toString('base64') }) : answer
  await setAnswer(tx, once, status, kept)
  return { status, body }
}
