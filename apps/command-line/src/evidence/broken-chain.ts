import type { Break } from '@signet/server/features/audit/verify-audit'

/** The parameters of the message about a broken chain of a company, and how many others are broken. */
export const brokenChain = (company: string, { seq, id, reason, file = '' }: Break, others = 0) => ({
  company,
  record: id ?? 'unknown',
  seq: String(seq ?? 'none'),
  why: reason,
  file,
  others,
})
