import * as z from 'zod/mini'
import type { Permission } from '../access/permissions.ts'
import { route } from '../route.ts'
import { assignedKinds } from '../threats/assignees.ts'
import { kinds } from '../threats/sources.ts'
import { ThreatSelection } from '../threats/threats.ts'
import * as wire from '../wire.ts'

/** The history of a record: the text of each action of the audit. */
export const historyTexts = {
  'threat.assigned': 'Assignee changed',
  'takedown.assigned': 'Assignee changed',
  'deeperAnalysis.assigned': 'Assignee changed',
}

/** How many threats of a filter can be assigned at once. */
export const assignedThreatsMax = 1000

/** A user that records can be assigned to, or that can be mentioned. */
export const Candidate = z.object({
  id: z.string(),
  name: z.string(),
  /** Whether the user is one of the provider's. */
  isStaff: z.boolean(),
})
export type Candidate = z.output<typeof Candidate>

/** Only active users whose role may work on such records. Clients don't see super admins who don't work for their company. */
export const listAssignees = route({
  method: 'GET',
  path: '/assignees',
  summary: 'List the users that records of a kind can be assigned to, by name',
  access: 'threats:decide',
  query: z.object({ company: wire.company, kind: z._default(z.enum(assignedKinds), assignedKinds[0]) }),
  response: z.array(Candidate),
})

const assignee = {
  /** Null: no one. */
  assignee: z.nullable(wire.id),
}
/** The records that are now assigned as requested, including those that already were; `failed` are not records of the company. */
export const Assigned = z.object({ done: z.array(z.string()), failed: z.array(z.string()) })
export type Assigned = z.output<typeof Assigned>

/**
 * Records that are already assigned to the user don't change. The user is notified of the others. 404 for a user who doesn't work for the
 * company (`ASSIGNEE_NOT_FOUND`), 409 for one who can't act on its threats (`ASSIGNEE_READ_ONLY`) and when the filter now finds other
 * threats (`SELECTION_MOVED`).
 */
export const assignThreats = route({
  method: 'POST',
  path: '/threats/assign',
  summary: 'Assign published threats or touts to a user, or to no one',
  access: 'threats:decide',
  body: z.strictObject({
    company: z.string().check(z.minLength(1), z.maxLength(100)),
    /** If missing: threats. */
    kind: z.optional(z.enum(kinds)),
    selection: ThreatSelection,
    ...assignee,
  }),
  response: Assigned,
})

const assignCases = (path: `/${string}`, words: string, access: Permission) =>
  route({
    method: 'POST',
    path: `${path}/assign`,
    summary: `Assign ${words} to a user of the provider, or to no one`,
    access,
    body: z.strictObject({
      company: z.string().check(z.minLength(1), z.maxLength(100)),
      ids: wire.ids,
      ...assignee,
    }),
    response: Assigned,
  })
/** Like `assignThreats`, for users who work on takedowns. */
export const assignTakedowns = assignCases('/takedown', 'takedowns', 'takedowns:move')
/** Like `assignThreats`, for users who work on deeper analyses. */
export const assignAnalyses = assignCases('/deeperAnalysis', 'deeper analyses', 'analyses:move')
