/** A day of all logs is some millions; a precertificate and its certificate mostly follow within minutes. */
const seenMax = 200_000

/**
 * Certificates that were dealt with, so that the second log that has one, and the certificate after its precertificate, are passed
 * over. Bounded: of twice `max` certificates the oldest half is forgotten.
 *
 * A certificate belongs in here once what came of it is kept, not before: a reader that fails in between must find it new again.
 */
export class SeenCertificates {
  readonly #max: number
  #recent = new Set<string>()
  #older = new Set<string>()

  constructor(max: number = seenMax) {
    this.#max = max
  }

  has(identity: string): boolean {
    return this.#recent.has(identity) || this.#older.has(identity)
  }

  add(identity: string): void {
    if (this.#recent.size >= this.#max) {
      this.#older = this.#recent
      this.#recent = new Set()
    }
    this.#recent.add(identity)
  }
}
