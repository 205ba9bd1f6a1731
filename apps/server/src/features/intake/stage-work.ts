import type { RecentCtSettings } from '../../app/settings.ts'
import type { ScanParts, WatchedBrand } from './scan-feed.ts'
import type { StageKey } from './scan-stages.queries.ts'

export interface RunScanParts extends ScanParts {
  /** Whom names are looked up with; null or left out where they are not. */
  lookUps?: { dnsServers: readonly string[] } | null | undefined
  /** The certificate logs that are followed; left out where none is. */
  ct?: RecentCtSettings | undefined
}

/** What a stage that is over has to say. */
export interface StageEnd {
  state: 'done' | 'skipped'
  note: string | null
}

/** What a stage works with, besides the parts. */
export interface StageWork extends StageKey {
  brands: readonly WatchedBrand[]
  /** What was done before, by a process that was killed. */
  done: number
}

/** Somebody else has gone on with the scan: a worker that was thought dead. */
export class TakenOverError extends Error {
  constructor(scanId: string) {
    super(`The scan ${scanId} is worked on by another process`)
  }
}
