import type { SeenAsset } from '@signet/detection'
import type { Tx } from '../db/database.ts'
import type { ThreatRow } from '../db/rows.ts'

/**
 * What else becomes of a look at a domain, in the transaction that keeps it.
 *
 * @param threat locked
 * @returns how soon it should be looked at again, in ms; null when that is all the same
 */
export type FollowLook = (tx: Tx, threat: ThreatRow, seen: SeenAsset, now: Date) => Promise<number | null>
