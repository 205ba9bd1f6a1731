import type { ThreatSelection } from '@signet/contract/threats/threats'
import type { Tx } from '../../../db/database.ts'
import { AppError } from '../../../errors.ts'
import { countThreats } from '../threats.queries.ts'
import type { ThreatScope } from './threat-filter.queries.ts'

// If a filter now finds over 5% more or fewer threats, it is no longer the selection that the user saw.
const countDriftMax = 0.05

/**
 * How many threats the filter of a selection finds now.
 *
 * @param max more than these can't be changed at once
 * @throws AppError `SELECTION_TOO_LARGE` for more, `SELECTION_MOVED` if it is no longer what the user saw
 */
export async function countSelected(
  tx: Tx,
  scope: ThreatScope & { kind: 'threat' | 'tout' },
  selection: Exclude<ThreatSelection, { ids: string[] }>,
  max: number,
): Promise<number> {
  const what = scope.kind
  const count = await countThreats(tx, scope, { ...selection.filter, except: selection.except })
  if (count > max) throw new AppError('SELECTION_TOO_LARGE', { max, what }, { at: 'body.selection.filter' })
  if (Math.abs(count - selection.expectedCount) > selection.expectedCount * countDriftMax)
    throw new AppError('SELECTION_MOVED', { count, what }, { at: 'body.selection.expectedCount' })
  return count
}
