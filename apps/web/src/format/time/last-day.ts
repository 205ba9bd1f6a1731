import { dateOnly } from './date-time.ts'

/** The last valid day of something that ends at an instant. Days end in UTC, and the end is the first instant after the last day. */
export function lastDay(endsAt: string): string {
  return dateOnly(new Date(Date.parse(endsAt) - 1), 'UTC')
}
