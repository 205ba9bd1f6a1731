/** Lets a caller through so many times a minute, or a longer span; for calls that cost little and must not be abused. One process, not shared. */
export class RateGate {
  readonly #perSpan: number
  readonly #spanMs: number
  #counts = new Map<string, number>()
  #span = 0

  constructor(perSpan: number, spanMs = 60_000) {
    this.#perSpan = perSpan
    this.#spanMs = spanMs
  }

  admits(caller: string): boolean {
    const span = Math.floor(performance.now() / this.#spanMs)
    if (span !== this.#span) {
      this.#span = span
      this.#counts = new Map()
    }
    const count = (this.#counts.get(caller) ?? 0) + 1
    this.#counts.set(caller, count)
    return count <= this.#perSpan
  }

  /** Whole seconds until counting begins anew. */
  secondsLeft(): number {
    return Math.ceil((this.#spanMs - (performance.now() % this.#spanMs)) / 1000)
  }
}
