import * as z from 'zod/mini'
import { recordFrom } from '../narrow.ts'

/** How many days rows are kept if nothing else is set, and what can be set for an installation or for one of its companies. */
export const retentionPeriods = {
  notifications: { days: 400, min: 30, max: 3650 },
  /** Longer than any list of emails goes back. Notices of takedowns are part of their case and are always kept. */
  emails: { days: 400, min: 30, max: 3650 },
  /** How long imports can be undone and their files are stored. */
  imports: { days: 90, min: 7, max: 3650 },
  /** How long it is known which emails were read, and who else reported the same; mailboxes are rarely renumbered after years. */
  reportedMails: { days: 365, min: 30, max: 3650 },
  /** Who saw a leaked password. */
  leakDisclosures: { days: 730, min: 365, max: 3650 },
} as const satisfies Record<string, { days: number; min: number; max: number }>
export type RetentionPeriod = keyof typeof retentionPeriods
export const retentionNames = [
  'notifications',
  'emails',
  'imports',
  'reportedMails',
  'leakDisclosures',
] as const satisfies readonly RetentionPeriod[]

/** Days, where they differ from the default. */
export const RetentionDays = z.strictObject(
  recordFrom(retentionNames, (name) => {
    const { min, max } = retentionPeriods[name]
    return z.optional(z.int().check(z.gte(min), z.lte(max)))
  }),
)
export type RetentionDays = z.output<typeof RetentionDays>
