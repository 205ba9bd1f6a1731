/**
 * SQL for a time in a column, moved back by an interval: Citus refuses `-` of a time and an interval in an update, because it isn't
 * immutable.
 */
export const earlier = (column: string, by: string): string =>
  `(${column} at time zone 'UTC' - interval '${by}') at time zone 'UTC'`
