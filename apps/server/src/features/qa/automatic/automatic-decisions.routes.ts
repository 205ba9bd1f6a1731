import type * as contract from '@signet/contract/review/detection-quality'
import { threatSources } from '@signet/contract/threats/sources'
import { dayMs } from '@signet/contract/time'
import type { Handler } from '../../../app/handler.ts'
import { automaticCounts } from './automatic-decisions.queries.ts'
import { automaticOf } from './decide-automatically.job.ts'

/** How many days the figures of `getAutomaticDecisions` cover. */
const countedDays = 30

export const getAutomaticDecisions: Handler<typeof contract.getAutomaticDecisions> = async ({ tx, company }) => {
  const all = await automaticOf(tx, company.id)
  const counts = await automaticCounts(tx, company.id, new Date(Date.now() - countedDays * dayMs))
  return threatSources.flatMap((source) => {
    const own = all.filter((one) => one.source === source)
    const counted = counts.get(source)
    if (own.length === 0 && !counted) return []
    const thresholdOf = (decision: string) => own.find((one) => one.decision === decision)?.threshold ?? null
    const { released = 0, filtered = 0, overturned = 0 } = counted ?? {}
    return [{ source, release: thresholdOf('release'), filter: thresholdOf('filter'), released, filtered, overturned }]
  })
}
