import type { Loss } from '../db/loss.ts'

/** What is said while the database is lost; none of it names an address or a cause. */
export const lossProblems = {
  away: {
    code: 'UNAVAILABLE',
    message: 'The database is not available right now. Try again in a few seconds.',
    retryAfter: 5,
  },
  'read-only': {
    code: 'UNAVAILABLE',
    message: 'Nothing can be saved right now: the database only answers reads. Try again in a few seconds.',
    retryAfter: 5,
  },
  full: {
    code: 'UNAVAILABLE',
    message: 'Nothing can be saved right now: the disk of the database is full. Try again in a minute.',
    retryAfter: 60,
  },
} as const satisfies Record<Loss, object>
