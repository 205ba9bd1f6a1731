import type { ResolveHost } from '../public-address.ts'

/** A host of a company that it checks itself. */
export interface OwnHost {
  host: string
  /** Whether it is a registered domain of the company, which also has mail servers, name servers and a registration. */
  isDomain: boolean
}

/** How hosts are reached to check them. Every request is one that any visitor sends. */
export interface HostOptions {
  /** Servers to query, as `address` or `address:port`; if missing, those of the system. */
  dnsServers?: readonly string[] | undefined
  /** Timeout of one query to one server. */
  dnsTimeoutMs?: number | undefined
  /** Exceptions from the address and port rules, as `host:port`. */
  allowAddress?: readonly string[] | undefined
  /** Resolves the addresses of a name; if missing, the system does. */
  lookup?: ResolveHost | undefined
  /** Ports other than the standard ones, those of a local internet. */
  ports?: { http: number; https: number; dns?: number } | undefined
  /** The file that says which registry serves a suffix. */
  rdapBootstrap: string
}
