import { Worker } from 'node:worker_threads'
import { causeOf } from '@signet/contract/errors/program-errors'
import { AppError } from '../../errors.ts'
import type { BackTestWork, BenchWork, JudgedBrand, JudgedRow, NamesWork } from './names.worker.ts'

/** Maximum number of concurrent threads: each uses a core and a few dozen megabytes. */
const threadsMax = 2
const usualLimits = { timeMs: 20_000, heapMb: 384 }
/** Loading the detector takes most of a second, so a thread waits this long for the next test. */
const restMs = 60_000
let threads = 0
const resting = new Map<Worker, NodeJS.Timeout>()

/**
 * Matches names against assets on a separate thread. A thread that answered waits for the next work; one that did not is ended.
 *
 * @throws AppError `TOO_MANY_REQUESTS` while others are running, `UNAVAILABLE` if it takes too much time or memory
 */
export function runNames(work: BenchWork, limits?: typeof usualLimits): Promise<JudgedRow[]>
export function runNames(work: BackTestWork): Promise<JudgedBrand>
export async function runNames(work: NamesWork, limits = usualLimits): Promise<JudgedRow[] | JudgedBrand> {
  if (threads >= threadsMax) throw new AppError('NAME_TESTS_RUNNING')
  threads += 1
  const worker = (limits === usualLimits ? wake() : null) ?? start(limits)
  let timer: NodeJS.Timeout | undefined
  let hasAnswered = false
  try {
    const answer = await new Promise<JudgedRow[] | JudgedBrand>((resolve, reject) => {
      timer = setTimeout(() => reject(new AppError('NAME_TEST_TOO_SLOW')), limits.timeMs)
      worker.once('message', resolve)
      worker.once('error', (cause) =>
        reject(causeOf(cause).code === 'ERR_WORKER_OUT_OF_MEMORY' ? new AppError('NAME_TEST_TOO_LARGE') : cause),
      )
      worker.once('exit', () => reject(new Error('The thread ended without an answer')))
      // Threads have no origin.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      worker.postMessage(work)
    })
    hasAnswered = true
    return answer
  } finally {
    clearTimeout(timer)
    threads -= 1
    for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event)
    if (hasAnswered && limits === usualLimits) rest(worker)
    else await worker.terminate()
  }
}

function start({ heapMb }: typeof usualLimits): Worker {
  return new Worker(new URL('names.worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  })
}

/** A thread that has loaded the detector; the one that rested last knows the brands that were tested last. */
function wake(): Worker | null {
  const worker = [...resting.keys()].at(-1)
  if (!worker) return null
  clearTimeout(resting.get(worker))
  resting.delete(worker)
  worker.ref()
  return worker
}

/** Doesn't keep the program running. */
function rest(worker: Worker): void {
  const end = () => {
    resting.delete(worker)
    void worker.terminate()
  }
  worker.unref()
  resting.set(worker, setTimeout(end, restMs).unref())
  worker.once('error', end)
}
