/** All logs together have a few million certificates a day; a certificate usually follows its precertificate within minutes. */
const seenMax = 200_000

/**
 * Processed certificates, so that a certificate is skipped when a second log contains it or when it follows its precertificate. The size is
 * bounded: when there are twice `max` certificates, the older half is removed.
 *
 * Add a certificate only after its results have been stored: if the reader fails before that, it must process the certificate again.
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
