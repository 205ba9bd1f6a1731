import type { PatternComparison } from './stix-pattern.ts'

/** A value to look for, such as a domain or the hash of a file. */
export interface Observable {
  /** `domain`, `url`, `ipv4`, `ipv6`, `email`, `filename`, or the name of a hash, e.g. `sha256`. */
  type: string
  value: string
}

const types = new Map([
  ['domain-name:value', 'domain'],
  ['url:value', 'url'],
  ['ipv4-addr:value', 'ipv4'],
  ['ipv6-addr:value', 'ipv6'],
  ['email-addr:value', 'email'],
  ['email-message:from_ref.value', 'email'],
  ['email-message:sender_ref.value', 'email'],
  ['file:name', 'filename'],
  ['autonomous-system:number', 'asn'],
])
/** A reference to an address may be of either version, or a domain. */
const hostReference = /^network-traffic:(?:src|dst)_ref\.value$/
const hash = /^(?:file|artifact|x509-certificate):(?:content_ref\.)?hashes\.(.+)$/i

/** The values that a pattern looks for. Comparisons with other properties, parts of values and exclusions name none. */
export function observablesOf(comparisons: readonly PatternComparison[]): Observable[] {
  return comparisons.flatMap(({ path, operator, isNegated, values }) => {
    const isEqual = operator === '=' || operator === '==' || operator === 'IN'
    return isEqual && !isNegated ? values.flatMap((value) => observableOf(path, value) ?? []) : []
  })
}

function observableOf(path: string, value: string): Observable | null {
  const [, algorithm] = hash.exec(path) ?? []
  const type = algorithm
    ? algorithm.toLowerCase().replaceAll(/[-_]/g, '')
    : hostReference.test(path)
      ? typeOfHost(value)
      : types.get(path)
  return type ? { type, value } : null
}

function typeOfHost(value: string): string {
  if (value.includes(':')) return 'ipv6'
  return /^[\d.]+(?:\/\d+)?$/.test(value) ? 'ipv4' : 'domain'
}
