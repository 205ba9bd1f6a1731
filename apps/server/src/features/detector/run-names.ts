import { Worker } from 'node:worker_threads'
import { causeOf } from '@signet/contract/errors/program-errors'
import { AppError } from '../../errors.ts'
import type { BackTestWork, BenchWork, JudgedBrand, JudgedRow, NamesWork } from './names.worker.ts'

/** Maximum number of concurrent threads: each uses a core and a few dozen megabytes. */
const threadsMax = 2
const usualLimits = { timeMs: 20_000, heapMb: 384 }
let threads = 0

/**
 * Matches names against assets on a separate thread and ends it.
 *
 * @throws AppError `TOO_MANY_REQUESTS` while others are running, `UNAVAILABLE` if it takes too much time or memory
 */
export function runNames(work: BenchWork, limits?: typeof usualLimits): Promise<JudgedRow[]>
export function runNames(work: BackTestWork): Promise<JudgedBrand>
export async function runNames(work: NamesWork, limits = usualLimits): Promise<JudgedRow[] | JudgedBrand> {
  if (threads >= threadsMax) throw new AppError('NAME_TESTS_RUNNING')
  threads += 1
  const worker = new Worker(new URL('names.worker.ts', import.meta.url), {
    workerData: work,
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMb },
  })
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise((resolve, reject) => {
      timer = setTimeout(() => reject(new AppError('NAME_TEST_TOO_SLOW')), limits.timeMs)
      worker.once('message', resolve)
      worker.once('error', (cause) =>
        reject(causeOf(cause).code === 'ERR_WORKER_OUT_OF_MEMORY' ? new AppError('NAME_TEST_TOO_LARGE') : cause),
      )
      worker.once('exit', () => reject(new Error('The thread ended without an answer')))
    })
  } finally {
    clearTimeout(timer)
    threads -= 1
    await worker.terminate()
  }
}
