/** The services that domains are looked up with. */
export interface LookUpSettings {
  /** DNS servers as `address` or `address:port`; empty for those of the system. */
  dnsServers: readonly string[]
  rdapBootstrap: string
  /** Who knows which WHOIS server answers for a suffix. */
  whoisRoot: string
  /** Exceptions from the address and port rules, as `host:port`. */
  allow: readonly string[]
  /** Other ports than the usual ones, for tests against servers of their own. */
  ports?: { http: number; https: number; whois: number }
}

/** Which logs are followed, and how. */
export interface CtSettings {
  /** A file or an http(s) address with a list of logs; null turns the reading off. */
  list: string | null
  /** The address of a certstream server; null listens to none. */
  stream: string | null
  /** Entries before the end that a new log is read from. */
  backfill: number
}

/** Which certificate logs a scan reads, and how far back. */
export interface RecentCtSettings extends Pick<CtSettings, 'list' | 'stream'> {
  /** Entries of each log, counted from its end. */
  lookback: number
}
