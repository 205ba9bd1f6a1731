/** A second in milliseconds, the unit of `Date.now()` and timers. */
export const secondMs = 1000
/** A minute in milliseconds. */
export const minuteMs = 60 * secondMs
/** An hour in milliseconds. */
export const hourMs = 60 * minuteMs
/** A UTC day in milliseconds; a calendar day of a time zone can be an hour longer or shorter. */
export const dayMs = 24 * hourMs

/** The UTC day of an instant, e.g. `2026-11-20`. */
export const isoDay = (at: Date | number): string => new Date(at).toISOString().slice(0, 10)

/** The current UTC day, e.g. `2026-11-20`. */
export const isoToday = (): string => isoDay(Date.now())

/** What `Date.getUTCDay` gives for a Monday. */
export const monday = 1

/** The day that is this many days after another one, or before it if negative; both like `2026-11-20`. */
export const addDays = (day: string, days: number): string => isoDay(Date.parse(`${day}T00:00:00Z`) + days * dayMs)
