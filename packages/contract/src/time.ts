/** A second in milliseconds, the unit of `Date.now()` and timers. */
export const secondMs = 1000
/** A minute in milliseconds. */
export const minuteMs = 60 * secondMs
/** An hour in milliseconds. */
export const hourMs = 60 * minuteMs
/** A UTC day in milliseconds; a calendar day of a time zone can be an hour longer or shorter. */
export const dayMs = 24 * hourMs
