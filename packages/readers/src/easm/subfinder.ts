import { type Json, textOf, textsOf } from '../narrow.ts'
import { hostOf, ipOf, unique } from './values.ts'

/** The host names that subfinder found. */
export interface SubfinderReport {
  /** In alphabetical order. */
  uniqueHosts: string[]
  /** The domains that were searched. */
  domains: string[]
  hosts: SubfinderHost[]
}

/** A host name with everything that several records say about it. */
export interface SubfinderHost {
  host: string
  /** Whether a source has the name with a `*.` in front: any name below it exists. */
  isWildcard: boolean
  ips: string[]
  sources: string[]
}

/** Whether a record is one of subfinder. */
export const isSubfinder = (record: Json): boolean =>
  textOf(record['host']) !== null &&
  (textOf(record['source']) !== null || textsOf(record['sources']).length > 0) &&
  !['url', 'port', 'template-id', 'type'].some((field) => field in record)

/**
 * Reads the results of subfinder (-oJ): per source, per address (-active) or with all sources of a name (-collect-sources).
 *
 * Source: jsonSourceResult, jsonSourceIPResult and jsonSourcesResult of subfinder 2, https://github.com/projectdiscovery/subfinder
 * (pkg/runner/outputter.go)
 */
export function readSubfinder(records: readonly Json[]): SubfinderReport {
  const hosts = new Map<string, SubfinderHost>()
  for (const record of records) {
    const name = textOf(record['host']) ?? ''
    const host = hostOf(name.replace(/^\*\./, ''))
    if (host === null) continue
    const known = hosts.get(host)
    hosts.set(host, {
      host,
      isWildcard: name.startsWith('*.') || known?.isWildcard === true,
      ips: unique([...(known?.ips ?? []), ...[ipOf(record['ip'])].filter((ip) => ip !== null)]),
      sources: unique([...(known?.sources ?? []), ...textsOf([record['source']]), ...textsOf(record['sources'])]),
    })
  }
  return {
    uniqueHosts: [...hosts.keys()].toSorted(),
    domains: unique(records.flatMap(({ input }) => hostOf(input) ?? [])).toSorted(),
    hosts: [...hosts.values()],
  }
}
