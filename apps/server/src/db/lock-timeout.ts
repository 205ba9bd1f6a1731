import { isRecord } from '@signet/contract/narrow'

/** The SQLSTATE of a statement that waited longer for a lock than `lock_timeout` (PostgreSQL, Appendix A). */
const lockNotAvailable = '55P03'

/** Whether a statement failed because others use the rows or the table. */
export const isLockTimeout = (error: unknown): boolean => isRecord(error) && error['code'] === lockNotAvailable
