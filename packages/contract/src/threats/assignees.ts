import * as z from 'zod/mini'
import * as wire from '../wire.ts'

/* Who is assigned to a record. Threats and touts, takedowns, deeper analyses and requests share it. */

/** The kinds of records that are assigned; `threat` includes touts. */
export const assignedKinds = ['threat', 'takedown', 'deeperAnalysis', 'request'] as const
/** One of `assignedKinds`. */
export type AssignedKind = (typeof assignedKinds)[number]

/** The user that a record is assigned to. */
export const Assignee = z.object({
  id: z.string(),
  name: z.string(),
  /** Whether the user can still work on the record: false once disabled, read-only, or without access to the company. */
  isActive: z.boolean(),
})
export type Assignee = z.output<typeof Assignee>

/** A field of every record that can be assigned. Missing: unassigned. */
export const assignedField = { assignedTo: z.optional(Assignee) }

/** The filter of every list of such records: assigned to the caller, to anyone, or to no one. */
export const assignedFilters = ['me', 'anyone', 'nobody'] as const
/** One of `assignedFilters`. */
export type AssignedFilter = (typeof assignedFilters)[number]
/** The filter of a list by assignee. */
export const assignedFilter = { assigned: z.optional(wire.csvOf(assignedFilters)) }
