import { dateTimeWithZone } from '../format/date-time.ts'
import { timeAgo } from '../format/time-ago.ts'
import { useMinuteTick } from './use-now.ts'

/** How long ago, with the full date in the title; grows while nobody touches anything. */
export function TimeAgo({ at }: { at: string }) {
  useMinuteTick()
  return (
    <time dateTime={at} title={dateTimeWithZone(at)}>
      {timeAgo(at, new Date())}
    </time>
  )
}
