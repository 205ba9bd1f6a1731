import { monitorEventLoopDelay } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'
import { AppError } from '../../errors.ts'
import type { Limits } from './limits.ts'

const sampleMs = 1000
const resolutionMs = 10
// Seconds until a retry if the process is busy for a short time.
const retryAfter = 1

/** The current load of the process, and whether it accepts more. Refusing a request costs next to nothing. */
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
   * Accepts a request.
   *
   * @returns a function to call once when it has ended
   * @throws AppError `UNAVAILABLE` if too many are running, or the process lags behind
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
   * Accepts work for a company, limited so that no company uses the whole database.
   *
   * @returns a function to call once when it has ended
   * @throws AppError `UNAVAILABLE` if too much is running for the company
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
    // Without a sample the mean is NaN.
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
