import { idsMax } from '@signet/contract/wire'

/**
 * Sends any number of ids in as many calls as are needed. If a call fails after others succeeded, its ids and those of later calls are in
 * `failed`.
 *
 * @param notSent the entry in `failed` of an id that was not sent or not answered
 * @throws ApiError when the first call fails
 */
export async function inBatches<Failure>(
  ids: readonly string[],
  send: (ids: string[]) => Promise<{ done: string[]; failed: Failure[] }>,
  notSent: (id: string) => Failure,
): Promise<{ done: string[]; failed: Failure[] }> {
  const done: string[] = []
  const failed: Failure[] = []
  for (let start = 0; start < ids.length; start += idsMax) {
    try {
      const answer = await send(ids.slice(start, start + idsMax))
      done.push(...answer.done)
      failed.push(...answer.failed)
    } catch (error) {
      if (start === 0) throw error
      failed.push(...ids.slice(start).map(notSent))
      break
    }
  }
  return { done, failed }
}
