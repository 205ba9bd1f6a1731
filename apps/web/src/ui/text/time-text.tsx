import { dateTimeWithZone } from '../../format/time/date-time.ts'
import { timeAgo, withinSentence } from '../../format/time/time-ago.ts'
import { useMinuteTick } from './use-now.ts'

/** How long ago an instant was, with the full date in the title. It updates every minute. With `isWithin` it starts in lower case. */
export function TimeAgo({ at, isWithin = false }: { at: string; isWithin?: boolean }) {
  useMinuteTick()
  const ago = timeAgo(at, new Date())
  return (
    <time dateTime={at} title={dateTimeWithZone(at)}>
      {isWithin ? withinSentence(ago) : ago}
    </time>
  )
}
