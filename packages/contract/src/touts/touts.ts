import * as z from 'zod/mini'
import { sourceSummaryOf } from '../reports/analytics.ts'
import {
  BookmarkBody,
  countedFilters,
  detailShape,
  facetFields,
  Remark,
  RemarkInput,
  similarOptions,
  sourceIn,
  threatFilters,
  listPaging,
  DecisionBody,
  unionOf,
  type Threat,
  type ThreatDetail,
} from '../threats/records.ts'
import { route } from '../route.ts'
import { remarkPages } from '../threats/remarks.ts'
import { sourceLabelOf } from '../threats/sources.ts'
import { sourcesOfTouts, toutSources, type ToutSource } from './tout-sources.ts'
import * as wire from '../wire.ts'

/*
 * Touts are a kind of threat: they have the same states, filters and responses, with sources of their own. The calls are only available to
 * companies with the module.
 */

/** A tout as sent: the base and, at the top level, the fields of its source. */
export type Tout = Threat<ToutSource>
export const Tout = unionOf<Tout>(sourcesOfTouts, {})

/** A tout with all the information needed for a decision. */
export type ToutDetail = ThreatDetail<ToutSource>
export const ToutDetail = unionOf<ToutDetail>(sourcesOfTouts, detailShape)

const threatSource = z.optional(wire.csvOf(toutSources, sourceLabelOf))
/** The filters of threat lists, with the sources of touts. */
export const toutFilters = { ...threatFilters, threatSource }

/** Paging, sorting and filters of the list of touts. */
export const ToutListQuery = z.object({
  company: wire.company,
  ...listPaging,
  ...wire.range,
  ...toutFilters,
  ...similarOptions,
})
export type ToutListQuery = z.output<typeof ToutListQuery>

const one = { params: z.object({ source: sourceIn(toutSources), toutId: wire.id }), query: wire.ofCompany }

/** Like `listThreats`. */
export const listTouts = route({
  method: 'GET',
  path: '/touts/{source}',
  summary: "List the published touts of one source; `Bookmarks` lists the caller's own of every source",
  access: 'touts:read',
  module: 'touts',
  params: z.object({ source: sourceIn([...toutSources, 'Bookmarks']) }),
  query: ToutListQuery,
  response: wire.rowPage(Tout),
})

/** Like `listAllThreats`. */
export const listAllTouts = route({
  method: 'GET',
  path: '/touts/getAllTouts',
  summary: "List the company's published touts of all sources; with bookmarked=true only the caller's bookmarks",
  access: 'touts:read',
  module: 'touts',
  query: ToutListQuery,
  response: wire.rowPage(Tout),
})

/** 404 for a tout of another company or source, and for one that is not published. */
export const getTout = route({
  method: 'GET',
  path: '/touts/{source}/{toutId}',
  summary: 'Get a tout with its indicators, evidence, history, remarks and related touts',
  access: 'touts:read',
  module: 'touts',
  ...one,
  response: ToutDetail,
})

/** Fails under the same conditions as `decideThreat`. */
export const decideTout = route({
  method: 'POST',
  path: '/touts/{source}/{toutId}/triage',
  summary: "Record the client's decision; a takedown or deeper analysis opens its case in the same transaction",
  access: 'threats:decide',
  module: 'touts',
  ...one,
  body: DecisionBody,
  response: Tout,
})

/** Like `addBookmark`. */
export const addToutBookmark = route({
  method: 'PUT',
  path: '/touts/{source}/{toutId}/bookmark',
  summary: 'Bookmark a tout for the caller, with a note that only the caller can read',
  access: 'threats:bookmark',
  module: 'touts',
  status: 204,
  ...one,
  body: BookmarkBody,
  response: wire.nothing,
})

/** Like `removeBookmark`. */
export const removeToutBookmark = route({
  method: 'DELETE',
  path: '/touts/{source}/{toutId}/bookmark',
  summary: "Remove the caller's bookmark from a tout",
  access: 'threats:bookmark',
  module: 'touts',
  status: 204,
  ...one,
  response: wire.nothing,
})

/** 404 for a tout of another company or source, and for one that is not published. */
export const listToutRemarks = route({
  method: 'GET',
  path: '/touts/{source}/{toutId}/remarks',
  summary: 'List the remarks on a tout and those merged into it, the latest 500 first, each page oldest first',
  access: 'touts:read',
  module: 'touts',
  params: one.params,
  query: remarkPages,
  response: z.array(Remark),
})

/** Like `addRemark`. */
export const addToutRemark = route({
  method: 'POST',
  path: '/touts/{source}/{toutId}/remarks',
  summary: 'Add a remark to a tout without deciding on it',
  access: 'threats:remark',
  module: 'touts',
  status: 201,
  ...one,
  body: RemarkInput,
  response: Remark,
})

const optionQuery = z.object({ company: wire.company, threatSource, category: z.optional(wire.csv) })

function toutOptions(path: `/${string}`, summary: string) {
  return route({
    method: 'GET',
    path,
    summary,
    access: 'touts:read',
    module: 'touts',
    query: optionQuery,
    response: z.array(wire.Option),
  })
}
/** Options of the published touts of the named sources, or of all sources when none is named. */
export const getToutSeverities = toutOptions(
  '/touts/getToutSeverities',
  'List the severities that occur, most severe first',
)
/** Options of the published touts of the named sources, or of all sources when none is named. */
export const getToutTypes = toutOptions('/touts/getToutTypes', 'List the types of touts that occur')
/** Options of the published touts of the named sources, or of all sources when none is named. */
export const getToutCategories = toutOptions('/touts/getCategories', 'List the categories of touts that occur')
/** Like `getSourceOptions`. */
export const getToutSourceOptions = route({
  method: 'GET',
  path: '/touts/getSourceOptions',
  summary: "Count the company's published touts by source, with the filters of a list",
  access: 'touts:read',
  module: 'touts',
  query: z.object({ company: wire.company, ...wire.range, ...countedFilters, threatSource }),
  response: z.array(wire.Option),
})
/** Like `getThreatFacet`. */
export const getToutFacet = route({
  method: 'GET',
  path: '/touts/getFacet',
  summary: 'List the values of a filter with the number of touts, most frequent first',
  access: 'touts:read',
  module: 'touts',
  query: z.object({ company: wire.company, field: z._default(z.enum(facetFields), facetFields[0]), threatSource }),
  response: z.array(wire.Option),
})

const back = z.object({ company: wire.company, daysBack: wire.daysBack })

/** Like `getThreatDistribution`. */
export const getToutDistribution = route({
  method: 'GET',
  path: '/analytics/getToutDistribution',
  summary: 'Count published touts by source, most frequent first',
  access: 'analytics:read',
  module: 'touts',
  query: back,
  response: z.array(wire.Slice),
})
/** Like `getThreatFrequency`. */
export const getToutFrequency = route({
  method: 'GET',
  path: '/analytics/getToutFrequency',
  summary: 'Count published touts per day by severity, with the filters of a list; days without touts are included',
  access: 'analytics:read',
  module: 'touts',
  query: z.object({ company: wire.company, daysBack: wire.daysBack, ...countedFilters, threatSource }),
  response: z.array(wire.Point),
})
/** Like `getRecentThreats`. */
export const getRecentTouts = route({
  method: 'GET',
  path: '/analytics/getRecentTouts',
  summary: 'List the ten most severe undecided touts of the last days, newest first within a severity',
  access: 'analytics:read',
  module: 'touts',
  query: back,
  response: z.array(Tout),
})
/** Like `getThreatSourceSummary`, without a range. */
export const getToutSourceSummary = route({
  method: 'GET',
  path: '/analytics/getToutSourceSummary',
  summary: 'Count published touts by source: total, undecided, by severity, added in the last 7 days',
  access: 'analytics:read',
  module: 'touts',
  query: wire.ofCompany,
  response: z.array(sourceSummaryOf(toutSources)),
})
