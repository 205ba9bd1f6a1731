import { required } from '@signet/contract/narrow'
import type { StatisticsClock } from '@signet/contract/takedowns/takedown-statistics'
import { dayMs, hourMs, minuteMs } from '@signet/contract/time'
import type { Tx } from '../../db/database.ts'
import type { SomeTakedowns } from './clock-rows.queries.ts'
import { clocksOf } from './statistics.ts'

/** The clocks in a printed report, in English as the rest of it. The portal has the same texts in its catalogues. */
const clockNames: Record<StatisticsClock, string> = {
  review: 'Review',
  authorisation: 'Authorisation',
  notice: 'Notice',
  answer: 'Reply',
  firstOutage: 'First offline',
  finalOutage: 'Permanently offline',
}

const definitions = [
  'Review: from the detection to the end of the review. Authorisation: from the request. Notice: from the authorisation to the first notice.',
  'Reply: from the first notice to the first reply. First offline, permanently offline: from the authorisation.',
  'Median: the time by which half of these takedowns reached it (Kaplan-Meier). Open takedowns count for as long as they have run. Rejected,',
  'withdrawn, unsuccessful and stale ones count as not done up to today; only invalid requests and duplicates are left out.',
]

/** What a report says about the durations of some takedowns: the same figures as on the statistics page. */
export async function printedStatistics(tx: Tx, takedowns: SomeTakedowns) {
  const clocks = await clocksOf(tx, takedowns, new Date())
  const removal = required(
    clocks.find(({ key }) => key === 'firstOutage'),
    'the clock of the removal',
  )
  return {
    figure: {
      label: 'Median until offline',
      value: removal.count === 0 ? '–' : timeText(removal.medianMs),
      note: removal.count === 0 ? 'no takedown authorised' : `${removal.reached} of ${removal.count} were offline`,
    },
    chart: {
      title: 'Median duration of each step',
      note: 'with the time for 90 %, and how many reached it',
      form: 'bars' as const,
      data: clocks
        .filter(({ count }) => count > 0)
        .map(({ key, count, reached, medianMs, p90Ms }) => ({
          label: clockNames[key],
          value: (medianMs ?? 0) / hourMs,
          text: `${timeText(medianMs)} · 90 %: ${timeText(p90Ms)} · ${reached} of ${count}`,
        })),
    },
    notes: definitions,
  }
}

function timeText(ms: number | null): string {
  if (ms === null) return 'not yet'
  if (ms < minuteMs) return `${Math.round(ms / 1000)} s`
  if (ms < hourMs) return `${Math.round(ms / minuteMs)} min`
  return ms < 72 * hourMs ? `${Math.round(ms / hourMs)} h` : `${Math.round(ms / dayMs)} days`
}
