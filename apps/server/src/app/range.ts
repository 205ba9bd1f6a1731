import { dayMs } from '@signet/contract/time'
import { AppError } from '../errors.ts'

const daysMax = 366

/**
 * The instants of a day range: from the start of its first day up to (not including) the end of its last, in UTC.
 *
 * @throws AppError `BAD_REQUEST` if both ends are given and are more than 366 days apart
 */
export function rangeOf(query: { fromDate?: string | undefined; toDate?: string | undefined }): {
  from: Date | null
  until: Date | null
} {
  const from = query.fromDate ? new Date(query.fromDate) : null
  const until = query.toDate ? endOf(query.toDate) : null
  if (from && until && until.getTime() - from.getTime() > daysMax * dayMs)
    throw new AppError('RANGE_TOO_LONG', { days: daysMax }, { at: 'query.toDate' })
  return { from, until }
}

function endOf(text: string): Date {
  const instant = new Date(text)
  return text.length === 10 ? new Date(instant.getTime() + dayMs) : instant
}
