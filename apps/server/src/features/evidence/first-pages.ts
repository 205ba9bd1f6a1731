import { Worker } from 'node:worker_threads'
import { AppError } from '../../errors.ts'

/** Pictures kept in memory, some 50 KB each. */
const keptMax = 64
/** Files whose turn may be waited for; one is drawn in about a tenth of a second. */
const waitingMax = 16
const timeMaxMs = 15_000
/** The thread goes when nobody asked for that long: it holds some 60 MB. */
const idleMs = 60_000

/**
 * Pictures of the first pages of PDFs, drawn one at a time on a thread of its own when they are asked for. What was drawn is kept for
 * as long as there is room, under the SHA-256 of the file: a file never changes.
 */
export class FirstPages {
  readonly #kept = new Map<string, Promise<Uint8Array | null>>()
  #worker: Worker | null = null
  #last: Promise<unknown> = Promise.resolve()
  #waiting = 0
  #idle: NodeJS.Timeout | undefined

  /**
   * @param read the bytes of the PDF; called when its turn has come
   * @returns a PNG, or null when the file holds nothing that can be shown
   * @throws AppError `UNAVAILABLE` when too many wait, or drawing it takes too long
   */
  of(sha256: string, read: () => Promise<Uint8Array>): Promise<Uint8Array | null> {
    const kept = this.#kept.get(sha256)
    if (kept) return kept
    if (this.#waiting >= waitingMax) {
      return Promise.reject(new AppError('UNAVAILABLE', 'Others are waiting for a page.', { retryAfter: 5 }))
    }
    this.#waiting += 1
    const drawn = this.#last.then(async () => this.#draw(await read())).finally(() => (this.#waiting -= 1))
    // The next one's turn comes whatever became of this one.
    this.#last = drawn.catch(() => null)
    this.#kept.set(sha256, drawn)
    drawn.catch(() => this.#kept.delete(sha256))
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > keptMax && oldest !== undefined) this.#kept.delete(oldest)
    return drawn
  }

  /** Ends the thread. */
  async stop(): Promise<void> {
    clearTimeout(this.#idle)
    const worker = this.#worker
    this.#worker = null
    await worker?.terminate()
  }

  #start(): Worker {
    const worker = new Worker(new URL('first-page.worker.ts', import.meta.url), { stdout: true, stderr: true })
    // Whoever waits for it hears of it, too; one that falls over while nobody waits is replaced.
    const forget = () => {
      if (this.#worker === worker) this.#worker = null
    }
    return worker.on('error', forget).on('exit', forget)
  }

  async #draw(pdf: Uint8Array): Promise<Uint8Array | null> {
    clearTimeout(this.#idle)
    const worker = (this.#worker ??= this.#start())
    const answered = Promise.withResolvers<Uint8Array | null>()
    const fail = (cause?: unknown) =>
      answered.reject(new AppError('UNAVAILABLE', 'The page could not be drawn.', { retryAfter: 60, cause }))
    const end = () => fail()
    const timer = setTimeout(end, timeMaxMs)
    worker.on('message', answered.resolve).on('error', fail).on('exit', end)
    try {
      // A port between threads has no origin.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      worker.postMessage(pdf)
      return await answered.promise
    } catch (error) {
      await this.stop()
      throw error
    } finally {
      clearTimeout(timer)
      worker.off('message', answered.resolve).off('error', fail).off('exit', end)
      this.#idle = setTimeout(() => void this.stop(), idleMs).unref()
    }
  }
}
