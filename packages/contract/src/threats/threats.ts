import * as z from 'zod/mini'
import {
  BookmarkBody,
  countedFilters,
  facetFields,
  passUntil,
  RemarkInput,
  Source,
  sourceIn,
  Threat,
  ThreatDetail,
  threatFilters,
  ThreatListQuery,
  decisionRefusals,
  decisions,
  DecisionBody,
} from './records.ts'
import { route } from '../route.ts'
import { everySourceName, kinds, threatSources, sourceLabelOf } from './sources.ts'
import * as wire from '../wire.ts'

/** The history of a record: the text of each action of the audit. */
export const historyTexts = {
  'threat.whitelist': 'Decision: whitelist',
  'threat.falsePositive': 'Decision: false positive',
  'threat.takedown': 'Decision: takedown',
  'threat.deeperAnalysis': 'Decision: deeper analysis',
  'threat.reopen': 'Decision undone',
  'threat.allowedOver': 'Whitelisting expired and the threat was seen again',
  'threat.allowedOther': 'Content changed after whitelisting',
  'threat.remarked': 'Remark added',
  'threat.bookmark': 'Bookmark added',
  'threat.bookmarkNoted': 'Bookmark note changed',
  'threat.corrected': 'Severity or type corrected',
  'threat.added': 'Added manually',
  'threat.enriched': 'Domain checked',
  'threat.observed': 'Domain changed',
  'threat.reopened': 'Reopened because it changed',
  'threat.noLongerSeen': 'No longer seen at the latest check',
  'threat.severityRaised': 'Worse at the latest check',
  'evidence.preserved': 'Evidence preserved',
  'evidence.added': 'Evidence added',
}

export * from './records.ts'

/** The source in the path takes precedence over `threatSource` in the query. 404 for an unknown source. */
export const listThreats = route({
  method: 'GET',
  path: '/threats/{source}',
  summary: "List the published threats of one source; `Bookmarks` lists the caller's own of every source",
  access: 'threats:read',
  params: z.object({ source: sourceIn([...threatSources, 'Bookmarks']) }),
  query: ThreatListQuery,
  response: wire.rowPage(Threat),
})

/** With `similar=collapsed`, similar threats are one row; `matching` then counts the threats. */
export const listAllThreats = route({
  method: 'GET',
  path: '/threats/getAllThreats',
  summary: "List the company's published threats of all sources; with bookmarked=true only the caller's bookmarks",
  access: 'threats:read',
  query: ThreatListQuery,
  response: wire.rowPage(Threat),
})

/** 404 for a threat of another company or source, and for one that is not published. */
export const getThreat = route({
  method: 'GET',
  path: '/threats/{source}/{threatId}',
  summary: 'Get a threat with its indicators, evidence, history, remarks and related threats',
  access: 'threats:read',
  params: z.object({ source: Source, threatId: wire.id }),
  query: wire.ofCompany,
  response: ThreatDetail,
})

/**
 * 409 when `version` is stale, and when a notice has been sent, so that the decision can't be reversed any more; 400 for `until` with
 * anything but `whitelist`.
 */
export const decideThreat = route({
  method: 'POST',
  path: '/threats/{source}/{threatId}/triage',
  summary: "Record the client's decision; a takedown or deeper analysis opens its case in the same transaction",
  access: 'threats:decide',
  params: z.object({ source: Source, threatId: wire.id }),
  query: wire.ofCompany,
  body: DecisionBody,
  response: Threat,
})

const wireFilter = z.strictObject({
  source: z.optional(sourceIn(everySourceName)),
  searchQuery: z.optional(wire.text(200)),
  ...wire.range,
  ...threatFilters,
})

/** Threats that are named, or everything that a filter finds. */
export const ThreatSelection = z.union([
  z.strictObject({ ids: wire.ids }),
  z.strictObject({
    /** The query as it was sent to the list, without paging and sorting. */
    filter: wireFilter,
    except: z.array(wire.id).check(z.maxLength(wire.idsMax)),
    /** How many threats were selected on the screen: those of the filter without `except`. */
    expectedCount: z.int().check(z.gte(0)),
  }),
])
export type ThreatSelection = z.output<typeof ThreatSelection>

/**
 * 409 (`SELECTION_MOVED`) when the filter now finds over 5 % more or fewer threats than `expectedCount`; 400 when it finds more than can be
 * counted. Otherwise each threat is processed separately, and `failed` contains the reason for each failure.
 */
export const decideThreats = route({
  method: 'POST',
  path: '/threats/triage',
  summary: 'Record one decision on many threats or touts; more than 200 run as a job',
  access: 'threats:decide',
  jobField: 'jobId',
  body: z.strictObject({
    company: z.string().check(z.minLength(1), z.maxLength(100)),
    /** If missing: threats. */
    kind: z.optional(z.enum(kinds)),
    selection: ThreatSelection,
    action: z.enum(decisions),
    /** By id, as they were read. A threat that has changed since is left alone; those without a version aren't checked. */
    versions: z.optional(wire.versions),
    remark: z.optional(RemarkInput),
    until: passUntil,
  }),
  response: z.object({
    done: z.array(z.string()),
    /** The versions after the decision, by id of each in `done`. */
    versions: z.record(z.string(), z.int()),
    failed: z.array(z.object({ id: z.string(), code: z.enum(decisionRefusals) })),
    /** Set when the work runs as a job; `done` is empty then. */
    jobId: z.optional(z.string()),
  }),
})

const bookmarkTarget = {
  params: z.object({ source: Source, threatId: wire.id }),
  query: wire.ofCompany,
}

/** Adding a bookmark again only changes the note. 404 for an unpublished threat. */
export const addBookmark = route({
  method: 'PUT',
  path: '/threats/{source}/{threatId}/bookmark',
  summary: 'Bookmark a threat for the caller, with a note that only the caller can read',
  access: 'threats:bookmark',
  status: 204,
  ...bookmarkTarget,
  body: BookmarkBody,
  response: wire.nothing,
})

/** The response is the same whether it was bookmarked or not. */
export const removeBookmark = route({
  method: 'DELETE',
  path: '/threats/{source}/{threatId}/bookmark',
  summary: "Remove the caller's bookmark from a threat",
  access: 'threats:bookmark',
  status: 204,
  ...bookmarkTarget,
  response: wire.nothing,
})

const optionsOfSource = z.object({
  company: wire.company,
  threatSource: z.optional(wire.csvOf(threatSources, sourceLabelOf)),
  category: z.optional(wire.csv),
})
const optionsOfCompany = wire.ofCompany
const options = z.array(wire.Option)

/** Options of the published threats of the named sources, or of all sources when none is named. */
export const getSeveritiesPerSource = route({
  method: 'GET',
  path: '/threats/getThreatSeveritiesPerSource',
  summary: 'List the severities that occur in a source, most severe first',
  access: 'threats:read',
  query: optionsOfSource,
  response: options,
})
/** Options of the published threats of the named sources, or of all sources when none is named. */
export const getTypesPerSource = route({
  method: 'GET',
  path: '/threats/getThreatTypesPerSource',
  summary: 'List the threat types that occur in a source',
  access: 'threats:read',
  query: optionsOfSource,
  response: options,
})
/** Options of all published threats of the company. */
export const getSeveritiesForAllSources = route({
  method: 'GET',
  path: '/threats/getThreatSeveritiesForAllSources',
  summary: 'List the severities that occur, most severe first',
  access: 'threats:read',
  query: optionsOfCompany,
  response: options,
})
/** Options of all published threats of the company. */
export const getTypesForAllSources = route({
  method: 'GET',
  path: '/threats/getThreatTypesForAllSources',
  summary: 'List the threat types that occur',
  access: 'threats:read',
  query: optionsOfCompany,
  response: options,
})
/**
 * One option for each source the company has, including those without threats. Without counts if the filters find more than 10,000 threats
 * and contain one that isn't counted in advance, like a search.
 */
export const getSourceOptions = route({
  method: 'GET',
  path: '/threats/getSourceOptions',
  summary: "Count the company's published threats by source, with the filters of a list",
  access: 'threats:read',
  query: z.object({ company: wire.company, ...wire.range, ...countedFilters }),
  response: options,
})
/** Options of the published threats of the named sources, or of all sources when none is named. */
export const getCategories = route({
  method: 'GET',
  path: '/threats/getCategories',
  summary: 'List the categories that occur',
  access: 'threats:read',
  query: optionsOfSource,
  response: options,
})
/** Values of `field` among published threats; severity, type and category have calls of their own. */
export const getThreatFacet = route({
  method: 'GET',
  path: '/threats/getFacet',
  summary: 'List the values of a filter with the number of threats, most frequent first',
  access: 'threats:read',
  query: z.object({
    company: wire.company,
    field: z._default(z.enum(facetFields), facetFields[0]),
    threatSource: z.optional(wire.csvOf(threatSources, sourceLabelOf)),
  }),
  response: options,
})
