import { dateTimeWithZone } from '../format/date-time.ts'
import { timeAgo } from '../format/time-ago.ts'

/** How long ago, with the full date in the title. */
export function TimeAgo({ at }: { at: string }) {
  return (
    <time dateTime={at} title={dateTimeWithZone(at)}>
      {timeAgo(at, new Date())}
    </time>
  )
}
