import { getReviewBacklog } from '@signet/contract/review/review-backlog'
import { call } from '../../api/call.ts'
import { t } from '../words.ts'

/** How many threats wait for a reviewer in each company, in words, by its key. */
export async function backlogHints(): Promise<ReadonlyMap<string, string>> {
  const rows = await call(getReviewBacklog, { query: {} })
  return new Map(rows.map(({ company, waiting }) => [company, t('waitingCount', { count: waiting })]))
}
