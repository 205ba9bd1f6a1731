import { ApiError } from '../../../api/api-error.ts'

/** The maximum number of ids in one call. */
export const batchMax = 200

export interface BulkFailure {
  id: string
  code: string
}

/** What became of records: those that were changed, and those that weren't, with the reason. */
export interface BulkResult {
  done: string[]
  failed: BulkFailure[]
}

/** Splits a list into batches of at most `size`. */
export function batchesOf<T>(items: readonly T[], size = batchMax): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
}

/**
 * Changes many records, a batch at a time, until all are done, a call fails or the user stops it.
 *
 * @param onProgress gets how many have an answer
 * @param onError gets how many a failed call was about
 */
export async function inBatches(
  ids: readonly string[],
  change: (batch: readonly string[]) => Promise<BulkResult>,
  on: {
    isStopped: () => boolean
    onProgress: (count: number) => void
    onError: (error: unknown, count: number) => void
  },
): Promise<BulkResult> {
  const result: BulkResult = { done: [], failed: [] }
  for (const batch of batchesOf(ids)) {
    if (on.isStopped()) break
    try {
      const { done, failed } = await change(batch)
      result.done.push(...done)
      result.failed.push(...failed)
    } catch (error) {
      const code = error instanceof ApiError ? error.code : 'INTERNAL'
      result.failed.push(...batch.map((id) => ({ id, code })))
      on.onError(error, batch.length)
      break
    }
    on.onProgress(result.done.length + result.failed.length)
  }
  return result
}
