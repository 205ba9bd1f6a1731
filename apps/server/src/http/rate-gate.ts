/** Lets a caller through so many times a minute; for calls that cost little and must not be abused. One process, not shared. */
export class RateGate {
  readonly #perMinute: number
  #counts = new Map<string, number>()
  #minute = 0

  constructor(perMinute: number) {
    this.#perMinute = perMinute
  }

  admits(caller: string): boolean {
    const minute = Math.floor(performance.now() / 60_000)
    if (minute !== this.#minute) {
      this.#minute = minute
      this.#counts = new Map()
    }
    const count = (this.#counts.get(caller) ?? 0) + 1
    this.#counts.set(caller, count)
    return count <= this.#perMinute
  }
}
