import { getPublicSuffix } from 'tldts'

/** A host name cut at its public suffixes. */
export interface SplitName {
  labels: readonly string[]
  /** The suffix a registry of the root or a country runs, e.g. `co.uk`, `io`. */
  suffix: string
  /** The registrable domain under that suffix, e.g. `github.io`; `''` when the host is itself a suffix. */
  registrable: string
  /** Position of the registrable domain's own label in `labels`; -1 when there is none. */
  registrableAt: number
  /** The private suffix the name is hosted at, e.g. `github.io`, `web.app`; `''` when the name stands on its own. */
  hostedAt: string
}

const icann = { allowPrivateDomains: false, extractHostname: false, validateHostname: false }
const withPrivate = { allowPrivateDomains: true, extractHostname: false, validateHostname: false }

/**
 * Cuts a host at its public suffixes, those of registries and those of hosting companies apart.
 *
 * Source: publicsuffix.org list (ICANN and PRIVATE sections) as carried by the package tldts. An unknown last label
 * counts as a suffix.
 *
 * @param host ASCII, lower case, no trailing dot, e.g. `client.github.io`
 */
export function splitName(host: string): SplitName {
  const labels = host.split('.')
  const suffix = getPublicSuffix(host, icann) ?? labels[labels.length - 1] ?? ''
  const hosting = getPublicSuffix(host, withPrivate) ?? suffix
  const registrableAt = labels.length - suffix.split('.').length - 1
  return {
    labels,
    suffix,
    registrable: registrableAt < 0 ? '' : labels.slice(registrableAt).join('.'),
    registrableAt: Math.max(-1, registrableAt),
    hostedAt: hosting === suffix ? '' : hosting,
  }
}
