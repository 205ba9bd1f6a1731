import { rangeOf } from '../../app/range.ts'
import { AppError } from '../../errors.ts'

/** A field of the body that cannot be taken. */
export function wrong(path: string, message: string): AppError {
  return new AppError('BAD_REQUEST', `${path}: ${message}`, { details: [{ path, message }] })
}

/**
 * The instant at which something stops passing, from the `until` of a body: a day holds until its end in UTC.
 *
 * @returns null for ever
 * @throws AppError `BAD_REQUEST` for what is over
 */
export function endOf(until: string | null): Date | null {
  const at = until === null ? null : rangeOf({ toDate: until }).until
  if (at && at.getTime() <= Date.now()) throw wrong('body.until', 'must lie in the future')
  return at
}
