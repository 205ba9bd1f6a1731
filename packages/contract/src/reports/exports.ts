import * as z from 'zod/mini'
import { ActivityQuery, auditTabs } from '../threats/activity.ts'
import { leakFilters, leakTypeKeys } from '../leaks/leaks.ts'
import { route } from '../route.ts'
import { runStates } from '../run-states.ts'
import { TakedownListQuery } from '../takedowns/takedowns.ts'
import { Source, threatFilters } from '../threats/threats.ts'
import { toutFilters } from '../touts/touts.ts'
import * as wire from '../wire.ts'

/** What can be exported: the list of the same name. */
export const exportKinds = ['threats', 'touts', 'leaks', 'takedowns', 'activity'] as const
/** One of `exportKinds`. */
export type ExportKind = (typeof exportKinds)[number]
/** File formats of an export. */
export const exportFormats = ['csv', 'xlsx', 'pdf'] as const
/** One of `exportFormats`. */
export type ExportFormat = (typeof exportFormats)[number]

/** Maximum number of rows in one export; for more, create several exports with shorter ranges. */
export const exportRowsMax = 100_000
/** Maximum number of rows that the portal writes to a file itself; more are an export. */
export const directRowsMax = 5000

const words = { searchQuery: z.optional(wire.text(200)), ...wire.range }
const takedown = TakedownListQuery.def.shape
const activity = ActivityQuery.def.shape

/** The filters an export accepts: those of the list of the same name, in the same form, without paging and sorting. */
export const exportFilters = {
  threats: z.strictObject({ source: z.optional(Source), ...words, ...threatFilters }),
  touts: z.strictObject({ ...words, ...toutFilters }),
  leaks: z.strictObject({ leakType: z.optional(z.enum(leakTypeKeys)), ...words, ...leakFilters }),
  takedowns: z.strictObject({
    ...words,
    threatSeverity: takedown.threatSeverity,
    threatType: takedown.threatType,
    threatSource: takedown.threatSource,
    takedownStatus: takedown.takedownStatus,
  }),
  activity: z.strictObject({
    ...words,
    tab: z._default(z.enum(auditTabs), 'all'),
    kind: activity.kind,
    threatSeverity: activity.threatSeverity,
    threatType: activity.threatType,
    threatSource: activity.threatSource,
    status: activity.status,
    category: activity.category,
    adSource: activity.adSource,
    urlSource: activity.urlSource,
    isTakedown: activity.isTakedown,
    takedownStatus: activity.takedownStatus,
    bookmarked: activity.bookmarked,
    bookmarkedThreats: activity.bookmarkedThreats,
  }),
}

const Filters = z.record(z.string().check(z.maxLength(64)), z.union([z.string(), z.array(z.string())]))

/** A requested file and the progress of its job. */
export const Export = z.object({
  id: z.string(),
  kind: z.enum(exportKinds),
  format: z.enum(exportFormats),
  filters: Filters,
  /** `done` has a file, `failed` a reason. */
  status: z.enum(runStates),
  createdAt: wire.time,
  finishedAt: z.optional(wire.time),
  /** How many rows are written so far, out of how many; known once it runs. */
  progress: z.optional(z.object({ rows: z.int(), total: z.int() })),
  /** Why it failed. */
  error: z.optional(wire.Sentence),
  file: z.optional(wire.File),
  firstPage: wire.firstPage,
})
export type Export = z.output<typeof Export>

/** Exports of other people in the company are never shown. */
export const listExports = route({
  method: 'GET',
  path: '/v1/export/reports',
  summary: "List the caller's exports, newest first",
  access: 'exports:own',
  query: z.object({ company: wire.company, ...wire.paging(['createdAt', 'kind', 'format', 'status']) }),
  response: wire.page(Export),
})

/**
 * An export has at most `exportRowsMax` rows. 404 when the company lacks the module or the role may not see the list; 400 for a filter the
 * list would refuse; 429 when too many exports of the company are unfinished.
 */
export const addExport = route({
  method: 'POST',
  path: '/v1/export/reports',
  summary: 'Start an export of a list; a job creates the file',
  access: 'exports:own',
  status: 202,
  query: wire.ofCompany,
  body: z.strictObject({
    company: wire.company,
    kind: z.enum(exportKinds),
    format: z.enum(exportFormats),
    /** The query as it was sent to the list, without paging and sorting. */
    filters: z.optional(Filters),
  }),
  response: z.object({ id: z.string() }),
})

const oneExport = {
  params: z.object({ exportId: wire.id }),
  query: wire.ofCompany,
}

/** 404 for another user's export. */
export const getExport = route({
  method: 'GET',
  path: '/v1/export/reports/{exportId}',
  summary: "Get one of the caller's exports with its progress and, when completed, its file",
  access: 'exports:own',
  ...oneExport,
  response: Export,
})

/** 404 for another user's export. */
export const deleteExport = route({
  method: 'DELETE',
  path: '/v1/export/reports/{exportId}',
  summary: "Delete one of the caller's exports and its file; a running export is cancelled",
  access: 'exports:own',
  status: 204,
  ...oneExport,
  response: wire.nothing,
})
