import type { SightedThreat } from '../intake.queries.ts'

/** Findings of one company that are stored in one transaction. */
export type CompanyFindings = readonly [companyId: number, found: readonly SightedThreat[]]

const limits = {
  batches: 20,
  findings: 20_000,
  /** Of a slow feed, findings wait no longer than this once the next batch arrives. */
  waitMs: 10_000,
  /** The most that `putThreats` takes. */
  atOnce: 5_000,
} as const

/**
 * Findings of several batches of a feed. A transaction takes a dozen statements however little it stores, so a company that a feed of a
 * million names imitates here and there gets one for every hundred thousand names, and not one for every five thousand.
 */
export class WaitingFindings {
  #found = new Map<number, Map<string, SightedThreat>>()
  #batches = 0
  #findings = 0
  #since = 0

  /** Adds the findings of a batch, of each thing the one with the best score. */
  add(found: ReadonlyMap<number, readonly SightedThreat[]>, batch: number): void {
    if (this.#batches === 0) this.#since = Date.now()
    this.#batches += 1
    for (const [companyId, own] of found) {
      const known = this.#found.get(companyId) ?? new Map<string, SightedThreat>()
      this.#found.set(companyId, known)
      for (const one of own) {
        const key = keyOf(one)
        const other = known.get(key)
        if (!other) this.#findings += 1
        const best = other && other.threat.score >= one.threat.score ? other : one
        // The last batch, so that a repeated scan that takes other batches together counts none of them twice.
        known.set(key, { ...best, batch })
      }
    }
  }

  /** Whether they should be stored now. */
  get isFull(): boolean {
    return (
      this.#batches >= limits.batches ||
      this.#findings >= limits.findings ||
      (this.#findings > 0 && Date.now() - this.#since >= limits.waitMs)
    )
  }

  /** Removes and returns all of them. */
  take(): CompanyFindings[] {
    const taken = [...this.#found].flatMap(([companyId, known]) => {
      const own = [...known.values()]
      return Array.from({ length: Math.ceil(own.length / limits.atOnce) }, (_, at): CompanyFindings => [
        companyId,
        own.slice(at * limits.atOnce, (at + 1) * limits.atOnce),
      ])
    })
    this.#found = new Map()
    this.#batches = 0
    this.#findings = 0
    return taken
  }
}

const keyOf = ({ threat }: SightedThreat) =>
  `${threat.kind ?? 'threat'} ${threat.source} ${threat.fingerprint.toString('hex')}`
