import { required } from '@signet/contract/narrow'
import type { Durations, StatisticsClock } from '@signet/contract/takedowns/takedown-statistics'
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
  'Median: the time by which half of these takedowns reached the step (Kaplan-Meier estimate). Open takedowns count for as long as they have',
  'run. Rejected, withdrawn, unsuccessful and stale ones count as not done up to today; only invalid requests and duplicates are left out.',
  'The median on Home is another figure: from the request, of those takedowns alone whose target went offline in its period.',
]

/** What a report says about the durations of some takedowns: the same figures as on the statistics page. */
export async function printedStatistics(tx: Tx, takedowns: SomeTakedowns) {
  const clocks = await clocksOf(tx, takedowns, new Date())
  const removal = required(
    clocks.find(({ key }) => key === 'firstOutage'),
    'the clock of the removal',
  )
  return {
    figure: figureOf(removal),
    chart: {
      title: 'Median duration of each step',
      note: 'and the time within which 90% reached it; in brackets: how many reached it so far',
      form: 'bars' as const,
      data: clocks
        .filter(({ count }) => count > 0)
        .map((clock) => ({
          label: clockNames[clock.key],
          value: (clock.medianMs ?? 0) / hourMs,
          text: durationText(clock),
        })),
    },
    notes: definitions,
  }
}

const number = new Intl.NumberFormat('en-GB')

function figureOf({ count, reached, medianMs }: Durations) {
  if (count === 0) return { label: 'Median until offline', value: '–', note: 'no takedown authorised' }
  const share = `${number.format(reached)} of ${number.format(count)}`
  // Without a median, what is known: how many went offline.
  if (medianMs === null) return { label: 'Offline so far', value: share, note: 'authorised takedowns' }
  return { label: 'Median until offline', value: timeText(medianMs), note: `${share} were offline` }
}

function durationText({ count, reached, medianMs, p90Ms }: Durations): string {
  const share = `(${number.format(reached)} of ${number.format(count)})`
  if (medianMs === null) return `no median yet ${share}`
  return p90Ms === null
    ? `${timeText(medianMs)} ${share}`
    : `${timeText(medianMs)} · 90% within ${timeText(p90Ms)} ${share}`
}

function timeText(ms: number): string {
  if (ms < minuteMs) return `${Math.round(ms / 1000)} s`
  if (ms < hourMs) return `${Math.round(ms / minuteMs)} min`
  return ms < 72 * hourMs ? `${Math.round(ms / hourMs)} h` : `${Math.round(ms / dayMs)} days`
}
