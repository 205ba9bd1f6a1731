import * as z from 'zod/mini'
import { roles } from '../access/permissions.ts'
import { route } from '../route.ts'
import { severities } from './severities.ts'
import { everySourceName, kinds, sourceLabelOf } from './sources.ts'
import { threatFilters } from './threats.ts'
import * as wire from '../wire.ts'

/** The lists of the activity screen that come from the audit: everything, or one decision each. */
export const auditTabs = ['all', 'whitelist', 'falsePositive', 'takedown', 'deeperAnalysis'] as const
/** One of `auditTabs`. */
export type AuditTab = (typeof auditTabs)[number]
/** The lists of the activity screen: those of the audit, and the caller's own bookmarks. */
export const activityTabs = [...auditTabs, 'bookmark'] as const
/** One of `activityTabs`. */
export type ActivityTab = (typeof activityTabs)[number]

/** The kind of record that the action was about. */
const kind = z._default(z.enum(kinds), 'threat')

/** One action on a published threat or tout. Actions of reviewers before publication are not included. */
export const Activity = z.object({
  id: z.string(),
  at: wire.time,
  /** `null` for the product itself. */
  by: z.nullable(z.string()),
  action: z.string(),
  /** The action in words. */
  text: z.string(),
  source: z.enum(everySourceName),
  title: z.string(),
  severity: z.enum(severities),
  threatId: z.string(),
  remark: z.optional(z.string()),
  /** For a decision: whether it can still be undone, by reopening the threat in the given version. */
  undo: z.optional(
    z.object({
      isPossible: z.boolean(),
      /** Why it can't be undone: there is a later decision, or work on its case has begun. */
      reason: z.optional(z.enum(['superseded', 'caseStarted'])),
      version: z.int(),
    }),
  ),
})
export type Activity = z.output<typeof Activity>

/** The fields activity lists can be sorted by; the first is the default. */
export const activitySortFields = ['at', 'severity', 'title', 'source'] as const

/** Filters of lists of actions and events by the current values of their record. */
export const currentFilters = {
  threatSeverity: threatFilters.threatSeverity,
  threatType: threatFilters.threatType,
  threatSource: z.optional(wire.csvOf(everySourceName, sourceLabelOf)),
  status: threatFilters.status,
  category: threatFilters.category,
  adSource: threatFilters.adSource,
  urlSource: threatFilters.urlSource,
  isTakedown: threatFilters.isTakedown,
  takedownStatus: threatFilters.takedownStatus,
  bookmarked: threatFilters.bookmarked,
  bookmarkedThreats: threatFilters.bookmarkedThreats,
}

/** Filters of the activity list. Severity, type and similar filters compare the current values of the action's threat. */
export const ActivityQuery = z.object({
  company: wire.company,
  tab: z._default(z.enum(activityTabs), 'all'),
  ...wire.paging(activitySortFields),
  ...wire.range,
  kind,
  ...currentFilters,
})
export type ActivityQuery = z.output<typeof ActivityQuery>

/**
 * Actions of reviewers appear under the name of the review team. `undo` says whether a decision can still be reversed.
 */
export const listActivity = route({
  method: 'GET',
  path: '/activity/getActivity',
  summary: "List what was done to the company's threats; the bookmark tab lists the caller's own bookmarks",
  access: 'activity:read',
  query: ActivityQuery,
  response: wire.page(Activity),
})

/** Options are ordered by label. */
export const getActivitySources = route({
  method: 'GET',
  path: '/activity/getSourcesForActivity',
  summary: 'List the sources that occur in a tab of the activity',
  access: 'activity:read',
  query: z.object({ company: wire.company, activityType: z._default(z.enum(activityTabs), 'all'), kind }),
  response: z.array(wire.Option),
})

/** One action in one of several companies, for staff who work for all of them. */
export const RecentActivity = z.object({
  id: z.string(),
  at: wire.time,
  company: z.string(),
  source: z.enum(everySourceName),
  title: z.string(),
  severity: z.enum(severities),
  action: z.string(),
  /** The action in words. */
  text: z.string(),
  by: z.nullable(z.string()),
  /** The role in which it was done; null for what the product did. */
  byRole: z.nullable(z.enum(roles)),
  threatId: z.string(),
})
export type RecentActivity = z.output<typeof RecentActivity>

/** Filters of the recent activity; `company` is a comma-joined list of keys. */
export const RecentActivityQuery = z.object({
  company: z.optional(wire.csv),
  ...wire.paging(activitySortFields),
  ...wire.range,
  kind,
  threatSource: currentFilters.threatSource,
  threatSeverity: z.optional(wire.csvOf(severities)),
})
export type RecentActivityQuery = z.output<typeof RecentActivityQuery>

/** With `kind=tout`, companies without the module are left out instead of refused. */
export const listRecentActivity = route({
  method: 'GET',
  path: '/recentActivity/getSMRecentActivity',
  summary: 'List what was done to the threats of several companies; of all visible ones by default',
  access: 'activity:readAll',
  companies: 'many',
  query: RecentActivityQuery,
  response: wire.page(RecentActivity),
})

const ofCompanies = z.object({ company: z.optional(wire.csv), kind })

/** Options are ordered by label, across all named companies. */
export const getRecentActivitySources = route({
  method: 'GET',
  path: '/recentActivity/getThreatSourcesForRecentActivity',
  summary: 'List the sources that occur in the recent activity',
  access: 'activity:readAll',
  companies: 'many',
  query: ofCompanies,
  response: z.array(wire.Option),
})

/** Options across all named companies. */
export const getRecentActivitySeverities = route({
  method: 'GET',
  path: '/recentActivity/getThreatSeveritiesForRecentActivity',
  summary: 'List the severities that occur in the recent activity, most severe first',
  access: 'activity:readAll',
  companies: 'many',
  query: ofCompanies,
  response: z.array(wire.Option),
})
