import { Worker } from 'node:worker_threads'
import { required } from '@signet/contract/narrow'
import type { AssetIndex } from '@signet/detection'
import type { MatchedBlock } from './match-block.ts'

/** The data a thread starts with; the tables of the index are shared, not copied. */
export interface MatchThreadData {
  index: AssetIndex
  threshold: number
}

/**
 * Maximum number of blocks per thread: one being processed and one waiting, so that the thread is never idle and memory use stays constant.
 */
const blocksAThread = 2

/**
 * Matches blocks of lines in several threads.
 *
 * @returns the results in the order of the blocks, each as soon as the preceding ones are available
 */
export async function* matchInThreads(
  index: AssetIndex,
  blocks: AsyncIterable<Buffer>,
  { threshold, threads }: { threshold: number; threads: number },
): AsyncGenerator<MatchedBlock> {
  const workers = Array.from({ length: threads }, () => new MatchThread({ index, threshold }))
  const waiting: Promise<MatchedBlock>[] = []
  const source = blocks[Symbol.asyncIterator]()
  let next: Promise<IteratorResult<Buffer>> | null = source.next()
  let turn = 0
  try {
    while (next || waiting.length > 0) {
      const hasRoom = waiting.length < threads * blocksAThread
      const oldest = waiting[0]?.then((result) => ({ result }))
      const newest = hasRoom ? next?.then((block) => ({ block })) : undefined
      const event = await Promise.race([oldest, newest].filter((promise) => promise !== undefined))
      if ('result' in event) {
        void waiting.shift()
        yield event.result
      } else if (event.block.done) next = null
      else {
        const result = required(workers[turn++ % threads], 'a thread').match(event.block.value)
        // The caller handles the failure; until then an unhandled rejection must not end the program.
        result.catch(() => {})
        waiting.push(result)
        next = source.next()
      }
    }
  } finally {
    await Promise.all(workers.map((worker) => worker.end()))
    await source.return?.()
  }
}

/** One thread; it answers in the order of the requests. */
class MatchThread {
  readonly #worker: Worker
  readonly #pending: { resolve: (result: MatchedBlock) => void; reject: (error: Error) => void }[] = []

  constructor(workerData: MatchThreadData) {
    this.#worker = new Worker(new URL('./match-thread.ts', import.meta.url), { workerData })
    this.#worker.on('message', (result: MatchedBlock) => this.#pending.shift()?.resolve(result))
    this.#worker.on('error', (error: Error) => {
      for (const { reject } of this.#pending.splice(0)) reject(error)
    })
  }

  match(block: Buffer): Promise<MatchedBlock> {
    const { promise, resolve, reject } = Promise.withResolvers<MatchedBlock>()
    this.#pending.push({ resolve, reject })
    // A separate copy, because it is transferred to the thread: a chunk may share its memory with others.
    const bytes = new Uint8Array(block)
    this.#worker.postMessage(bytes, [bytes.buffer])
    return promise
  }

  async end(): Promise<void> {
    await this.#worker.terminate()
  }
}
