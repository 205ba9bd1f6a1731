import { getPublicSuffix } from 'tldts'

/** A host name split at its public suffixes. */
export interface SplitName {
  labels: readonly string[]
  /** The suffix that a root or country registry runs, e.g. `co.uk`, `io`. */
  suffix: string
  /** The registrable domain under that suffix, e.g. `github.io`; `''` when the host is itself a suffix. */
  registrable: string
  /** Index of the registrable domain's own label in `labels`; -1 when there is none. */
  registrableAt: number
  /** The private suffix that hosts the name, e.g. `github.io`, `web.app`; `''` when there is none. */
  hostedAt: string
}

const icann = { allowPrivateDomains: false, extractHostname: false, validateHostname: false }
const withPrivate = { allowPrivateDomains: true, extractHostname: false, validateHostname: false }

/**
 * Splits a host at its public suffixes, keeping those of registries and those of hosting companies separate.
 *
 * Source: publicsuffix.org list (ICANN and PRIVATE sections) as included in the package tldts. An unknown last label counts as a suffix.
 *
 * @param host ASCII, lower case, no trailing dot, e.g. `client.github.io`
 */
export function splitName(host: string): SplitName {
  return new CutName(host)
}

/**
 * The registrable domain of a host; the host itself if it is a suffix.
 *
 * @param host ASCII, lower case, no trailing dot
 */
export const registrableOf = (host: string): string => splitName(host).registrable || host

/** Rarely used parts are only looked up when they are read, because most names have no hosting suffix. */
class CutName implements SplitName {
  readonly labels: readonly string[]
  readonly suffix: string
  readonly registrableAt: number
  readonly #host: string
  #hostedAt: string | null = null

  constructor(host: string) {
    this.#host = host
    this.labels = host.split('.')
    this.suffix = getPublicSuffix(host, icann) ?? this.labels[this.labels.length - 1] ?? ''
    let suffixLabels = 1
    for (let at = this.suffix.indexOf('.'); at >= 0; at = this.suffix.indexOf('.', at + 1)) suffixLabels++
    this.registrableAt = Math.max(-1, this.labels.length - suffixLabels - 1)
  }

  get registrable(): string {
    return this.registrableAt < 0 ? '' : this.labels.slice(this.registrableAt).join('.')
  }

  get hostedAt(): string {
    if (this.#hostedAt === null) {
      const hosting = getPublicSuffix(this.#host, withPrivate) ?? this.suffix
      this.#hostedAt = hosting === this.suffix ? '' : hosting
    }
    return this.#hostedAt
  }
}
