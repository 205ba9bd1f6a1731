import { isOneOf } from '@signet/contract/narrow'
import type { CaptureRefusal } from '@signet/contract/review/qa'
import type { Context } from '../../app/context.ts'
import type { ThreatRow } from '../../db/rows.ts'
import { pageOf } from './captures.queries.ts'

/** The stages in which reviewers have pages captured. */
export const capturableStages = ['queued', 'watchlist'] as const

/** Why a reviewer can't have the page of a record captured; null if it would be captured. */
export function captureRefusalOf(
  { installation }: Pick<Context, 'installation'>,
  record: Pick<ThreatRow, 'kind' | 'stage' | 'source' | 'fields' | 'is_demo'>,
): CaptureRefusal | null {
  if (record.kind === 'tout') return 'tout'
  if (!isOneOf(capturableStages, record.stage)) return 'decided'
  if (pageOf(record) === null) return 'noPage'
  return installation.looksUp ? null : 'off'
}
