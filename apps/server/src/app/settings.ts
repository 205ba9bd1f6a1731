import type { CaptureBrowser, Exit } from '@signet/connectors'

/** The services used to look up domains. */
export interface LookUpSettings {
  /** DNS servers as `address` or `address:port`; if empty, those of the system are used. */
  dnsServers: readonly string[]
  rdapBootstrap: string
  /** The server that knows which WHOIS server is responsible for a suffix. */
  whoisRoot: string
  /** Exceptions from the address and port rules, as `host:port`. */
  allow: readonly string[]
  /** Ports other than the standard ones, those of a local internet. */
  ports?: { http: number; https: number; whois: number }
  /** The zones of the block lists that are queried for the targets of takedowns. */
  blockLists: readonly string[]
  /** How pages are captured. */
  capture: CaptureSettings
}

/** How the pages of threats are captured. */
export interface CaptureSettings {
  browser: CaptureBrowser
  /** The proxies that captures leave by; if empty, they leave from this machine. */
  exits: readonly Exit[]
  /** New threats with this score or a higher one are captured automatically. */
  scoreMin: number
}

/** Which certificate logs are followed, and how. */
export interface CtSettings {
  /** A file or an http(s) address with a list of logs; null disables reading them. */
  list: string | null
  /** The address of a certstream server; null if none is used. */
  stream: string | null
  /** How many entries before the end of a new log reading starts. */
  backfill: number
}

/** Which certificate logs a scan reads, and how far back. */
export interface RecentCtSettings extends Pick<CtSettings, 'list' | 'stream'> {
  /** Entries of each log, counted back from its end. */
  lookback: number
}
