import type { SeenAsset } from '@signet/detection'
import type { Tx } from '../db/database.ts'
import type { ThreatRow } from '../db/rows.ts'

/**
 * Further work after a domain was checked, in the transaction that stores the result.
 *
 * @param threat locked
 * @returns the time until the next check in ms; null if any time is fine
 */
export type FollowCheck = (tx: Tx, threat: ThreatRow, seen: SeenAsset, now: Date) => Promise<number | null>
