import { dateOnly } from './date-time.ts'

/** The last day on which something holds that ends at an instant: a day ends in UTC, so the end is the instant after it. */
export function lastDay(endsAt: string): string {
  return dateOnly(new Date(Date.parse(endsAt) - 1), 'UTC')
}
