import { rangeOf } from '../../app/range.ts'
import { AppError } from '../../errors.ts'

/**
 * The instant at which something stops passing, from the `until` of a body: a day holds until its end in UTC.
 *
 * @returns null for ever
 * @throws AppError `BAD_REQUEST` for what is over
 */
export function endOf(until: string | null): Date | null {
  const at = until === null ? null : rangeOf({ toDate: until }).until
  if (at && at.getTime() <= Date.now()) throw new AppError('NOT_IN_FUTURE', {}, { at: 'body.until' })
  return at
}
