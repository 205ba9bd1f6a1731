import { dateTimeWithZone } from '../../format/date-time.ts'
import { timeAgo, withinSentence } from '../../format/time-ago.ts'
import { useMinuteTick } from './use-now.ts'

/** How long ago, with the full date in the title; grows while nobody touches anything. `isWithin` a sentence it begins small. */
export function TimeAgo({ at, isWithin = false }: { at: string; isWithin?: boolean }) {
  useMinuteTick()
  const ago = timeAgo(at, new Date())
  return (
    <time dateTime={at} title={dateTimeWithZone(at)}>
      {isWithin ? withinSentence(ago) : ago}
    </time>
  )
}
