import type { CdnSign, HostingFacts } from '@signet/contract/threats/observations'

/** What is known of a host when its CDN is looked for; whatever wasn't looked up is empty. */
export interface CdnTraces {
  /** Autonomous systems of its addresses. */
  asns: readonly number[]
  /** Aliases (CNAME), lower case. */
  cname: readonly string[]
  /** The `Server` header of its web server. */
  server: string | null
  /** Name servers of its domain, lower case. */
  ns: readonly string[]
}

interface Cdn {
  name: string
  asns: readonly number[]
  /** Ends of the names that customers point to. */
  aliases: readonly string[]
  server: RegExp | null
  nameServers: readonly string[]
}

/** What CDNs are recognised by. Not complete: an unknown CDN is treated as the host. */
const cdns: readonly Cdn[] = [
  {
    name: 'Cloudflare',
    asns: [13335, 209242],
    aliases: ['.cdn.cloudflare.net', '.pages.dev', '.workers.dev'],
    server: /^cloudflare\b/i,
    nameServers: ['.ns.cloudflare.com'],
  },
  {
    name: 'Amazon CloudFront',
    asns: [],
    aliases: ['.cloudfront.net'],
    server: /^CloudFront\b/i,
    nameServers: [],
  },
  {
    name: 'Akamai',
    asns: [20940, 16625, 32787],
    aliases: ['.edgekey.net', '.edgesuite.net', '.akamaiedge.net', '.akamai.net', '.akamaized.net'],
    server: /^Akamai(?:GHost|NetStorage)?\b/i,
    nameServers: ['.akam.net'],
  },
  { name: 'Fastly', asns: [54113], aliases: ['.fastly.net', '.fastlylb.net'], server: null, nameServers: [] },
  { name: 'Bunny', asns: [200325], aliases: ['.b-cdn.net'], server: /^BunnyCDN\b/i, nameServers: ['.bunny.net'] },
  { name: 'Imperva', asns: [19551], aliases: ['.incapdns.net', '.impervadns.net'], server: null, nameServers: [] },
  { name: 'Gcore', asns: [199524], aliases: ['.gcdn.co'], server: null, nameServers: ['.gcorelabs.net'] },
  { name: 'DDoS-Guard', asns: [57724], aliases: [], server: /^ddos-guard\b/i, nameServers: ['.ddos-guard.net'] },
  {
    name: 'Azure Front Door',
    asns: [],
    aliases: ['.azurefd.net', '.azureedge.net', '.t-msedge.net'],
    server: null,
    nameServers: [],
  },
]

/**
 * The content delivery network in front of a host. It hides who hosts the page, and can block it.
 *
 * Name servers count only while the networks of the addresses are unknown: many sites use a CDN's name servers without its network.
 *
 * @returns null when nothing points to a known one
 */
export function cdnOf({ asns, cname, server, ns }: CdnTraces): HostingFacts['cdn'] {
  const signs: [CdnSign, (cdn: Cdn) => boolean][] = [
    ['network', (cdn) => cdn.asns.some((asn) => asns.includes(asn))],
    ['alias', (cdn) => endsWithAny(cname, cdn.aliases)],
    ['header', (cdn) => server !== null && (cdn.server?.test(server) ?? false)],
    ['nameServers', (cdn) => asns.length === 0 && endsWithAny(ns, cdn.nameServers)],
  ]
  for (const [by, matches] of signs) {
    const found = cdns.find(matches)
    if (found) return { name: found.name, by }
  }
  return null
}

const endsWithAny = (names: readonly string[], ends: readonly string[]) =>
  names.some((name) => ends.some((end) => name.endsWith(end)))
