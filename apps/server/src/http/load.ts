import { monitorEventLoopDelay } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'
import { AppError } from '../errors.ts'
import type { Limits } from './limits.ts'

const sampleMs = 1000
const resolutionMs = 10
// Of what is busy a short moment, seconds.
const retryAfter = 1

/** How much the process has taken on, and whether it takes more. What is turned away costs next to nothing. */
export class Load {
  readonly #limits: Limits
  readonly #histogram: ReturnType<typeof monitorEventLoopDelay>
  readonly #timer: NodeJS.Timeout
  readonly #ofCompany = new Map<number, number>()
  #requests = 0
  #loopDelayMs = 0
  #heapShare = 0

  constructor(limits: Limits) {
    this.#limits = limits
    this.#histogram = monitorEventLoopDelay({ resolution: resolutionMs })
    this.#histogram.enable()
    this.#sample()
    this.#timer = setInterval(() => this.#sample(), sampleMs)
    this.#timer.unref()
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#histogram.disable()
  }

  /**
   * Takes a request on.
   *
   * @returns what to call once when it is over
   * @throws AppError `UNAVAILABLE` when too many run, or the process is behind with its work
   */
  enter(): () => void {
    const isBehind = this.#loopDelayMs > this.#limits.loopDelayMs || this.#heapShare > this.#limits.heapShare
    if (isBehind || this.#requests >= this.#limits.requestsAtOnce) throw new AppError('UNAVAILABLE', {}, { retryAfter })
    this.#requests += 1
    return once(() => {
      this.#requests -= 1
    })
  }

  /**
   * Takes work for a company on, so that none takes all of the database for itself.
   *
   * @returns what to call once when it is over
   * @throws AppError `UNAVAILABLE` when too much runs for the company
   */
  enterCompany(companyId: number): () => void {
    const running = this.#ofCompany.get(companyId) ?? 0
    if (running >= this.#limits.companyRequestsAtOnce) throw new AppError('COMPANY_BUSY', {}, { retryAfter })
    this.#ofCompany.set(companyId, running + 1)
    return once(() => {
      const left = (this.#ofCompany.get(companyId) ?? 1) - 1
      if (left === 0) this.#ofCompany.delete(companyId)
      else this.#ofCompany.set(companyId, left)
    })
  }

  #sample(): void {
    // Without a sample yet the mean is no number.
    this.#loopDelayMs = Math.max(0, (this.#histogram.mean || 0) / 1e6 - resolutionMs)
    this.#histogram.reset()
    this.#heapShare = process.memoryUsage().heapUsed / getHeapStatistics().heap_size_limit
  }
}

function once(work: () => void): () => void {
  let isDone = false
  return () => {
    if (!isDone) work()
    isDone = true
  }
}
