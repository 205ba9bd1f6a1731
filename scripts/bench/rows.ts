import type { Figures } from './http-clients.ts'

/** The measurements of one call. */
export interface CallRow extends Figures {
  name: string
  /** With a single client that waits for each response before the next request. */
  aloneMs: number
  /** The same statements with pgbench; null without pgbench, or when they can't be replayed. */
  pgbenchPerSecond: number | null
}

/** Two works on the same data, and the allowed ratio of their costs. */
export interface RatioRow {
  name: string
  value: number
  /** Whether the ratio must be at most or at least the limit. */
  is: 'at most' | 'at least'
  bar: number
}
