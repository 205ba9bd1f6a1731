import type { ConnectorError } from '@signet/connectors'
import type { Words } from '@signet/contract/wire'
import type { RecentCtSettings } from '../../app/settings.ts'
import type { NameRules } from './rules/names-by-rules.ts'
import type { ScanParts, WatchedBrand } from './scans/scan-feed.ts'
import type { StageKey } from './scans/scan-stages.queries.ts'

export interface RunScanParts extends ScanParts {
  /** The DNS servers for look-ups; null or left out if look-ups are disabled. */
  lookUps?: { dnsServers: readonly string[] } | null | undefined
  /** The certificate logs that are followed; left out if none is. */
  ct?: RecentCtSettings | undefined
}

/** The result of a completed stage. */
export type StageEnd = { state: 'done'; note: Words | null } | { state: 'skipped'; note: ConnectorError }

/** What a stage works with, in addition to the parts. */
export interface StageWork extends StageKey {
  brands: readonly WatchedBrand[]
  nameRules: readonly NameRules[]
  /** Progress of an earlier run that was killed. */
  done: number
}

/** Another worker has continued the scan because this one was considered dead. */
export class TakenOverError extends Error {
  constructor(scanId: string) {
    super(`The scan ${scanId} is worked on by another process`)
  }
}
