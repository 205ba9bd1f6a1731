import { rangeOf } from '../../app/range.ts'
import { AppError } from '../../errors.ts'

/**
 * The instant at which an entry expires, from the `until` of a body: a day lasts until its end in UTC.
 *
 * @returns null for an entry that never expires
 * @throws AppError `BAD_REQUEST` for a day in the past
 */
export function endOf(until: string | null): Date | null {
  const at = until === null ? null : rangeOf({ toDate: until }).until
  if (at && at.getTime() <= Date.now()) throw new AppError('NOT_IN_FUTURE', {}, { at: 'body.until' })
  return at
}
