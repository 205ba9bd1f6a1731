import type { JobResult, JobWithMetadata } from 'pg-boss'
import { secondMs } from '@signet/contract/time'
import { pause } from '../db/pause.ts'

/** When the jobs that are left start together: long enough for several short jobs, and too short for anybody to wait for. */
const startRestMs = 100

/**
 * Runs jobs that were fetched together and are completed together. One runs at a time while that is quick; those that are left after
 * `startRestMs` start together, so that a slow one doesn't hold them up. One that fails or takes longer than it may fails alone.
 */
export async function runBatch(
  batch: readonly JobWithMetadata[],
  run: (job: JobWithMetadata) => Promise<void>,
): Promise<JobResult[]> {
  const ended = new AbortController()
  const restStarts = pause(startRestMs, ended.signal)
  // A second earlier than the queue, which would fail all of them.
  const limitSeconds = Math.min(...batch.map(({ expireInSeconds }) => expireInSeconds)) - 1
  const expiry = pause(limitSeconds * secondMs, ended.signal)
  const results: Promise<JobResult>[] = []
  for (const job of batch.toSorted(byTurn)) {
    const { id } = job
    const finished = run(job).then(
      (): JobResult => ({ id, status: 'completed' }),
      (error: unknown): JobResult => ({ id, status: 'failed', output: error }),
    )
    const expired = expiry.then((): JobResult => ({
      id,
      status: 'failed',
      output: new Error(`the job ran for more than ${limitSeconds} s`),
    }))
    results.push(Promise.race([finished, expired]))
    await Promise.race([finished, restStarts])
  }
  try {
    return await Promise.all(results)
  } finally {
    ended.abort()
  }
}

/** The order of the queue, which fetched jobs aren't in. */
function byTurn(a: JobWithMetadata, b: JobWithMetadata): number {
  return b.priority - a.priority || a.createdOn.getTime() - b.createdOn.getTime()
}
