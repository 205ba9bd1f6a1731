import type { Loss } from '../db/loss.ts'
import { AppError } from '../errors.ts'

/** Errors returned while the database is unavailable; none of them names an address or a cause. */
export const lossErrors = {
  away: () => new AppError('DATABASE_AWAY', {}, { retryAfter: 5 }),
  'read-only': () => new AppError('DATABASE_READ_ONLY', {}, { retryAfter: 5 }),
  full: () => new AppError('DATABASE_FULL', {}, { retryAfter: 60 }),
} as const satisfies Record<Loss, () => AppError>
