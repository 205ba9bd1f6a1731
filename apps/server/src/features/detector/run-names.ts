import { Worker } from 'node:worker_threads'
import { AppError } from '../../errors.ts'
import type { BackTestWork, BenchWork, JudgedBrand, JudgedRow, NamesWork } from './names.worker.ts'

/** Threads at work at once: each takes a core and a few dozen megabytes. */
const threadsMax = 2
const heapMaxMb = 384
const timeMaxMs = 20_000
let threads = 0

/**
 * Holds names against assets on a thread of its own and ends it.
 *
 * @throws AppError `TOO_MANY_REQUESTS` while others are at it, `UNAVAILABLE` when it takes too long or too much
 */
export function runNames(work: BenchWork): Promise<JudgedRow[]>
export function runNames(work: BackTestWork): Promise<JudgedBrand>
export async function runNames(work: NamesWork): Promise<JudgedRow[] | JudgedBrand> {
  if (threads >= threadsMax) throw new AppError('NAME_TESTS_RUNNING')
  threads += 1
  const worker = new Worker(new URL('names.worker.ts', import.meta.url), {
    workerData: work,
    resourceLimits: { maxOldGenerationSizeMb: heapMaxMb },
  })
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise((resolve, reject) => {
      timer = setTimeout(() => reject(new AppError('NAME_TEST_TOO_SLOW')), timeMaxMs)
      worker.once('message', resolve)
      worker.once('error', (cause) =>
        reject(
          (cause as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY'
            ? new AppError('NAME_TEST_TOO_LARGE')
            : cause,
        ),
      )
      worker.once('exit', () => reject(new Error('The thread ended without an answer')))
    })
  } finally {
    clearTimeout(timer)
    threads -= 1
    await worker.terminate()
  }
}
