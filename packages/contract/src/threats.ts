import * as z from 'zod/mini'
import { route } from './route.ts'
import { severities } from './severities.ts'
import { sources, threatSources, type SourceFields, type SourceInfo, type ThreatSource } from './sources.ts'
import * as wire from './wire.ts'

/** What a client has decided about a threat, and what may follow. Case work (a notice sent) closes the way back. */
export const threatFlow = {
  open: ['whitelist', 'falsePositive', 'takedown', 'deeperAnalysis'],
  whitelist: ['open'],
  falsePositive: ['open'],
  takedown: ['open'],
  deeperAnalysis: ['open'],
} as const satisfies Record<string, readonly string[]>
export type ThreatStatus = keyof typeof threatFlow
export const threatStatuses = Object.keys(threatFlow) as [ThreatStatus, ...ThreatStatus[]]
export const threatStatusLabels: Record<ThreatStatus, string> = {
  open: 'New',
  whitelist: 'Whitelist',
  falsePositive: 'False positive',
  takedown: 'Takedown',
  deeperAnalysis: 'Deeper analysis',
}

export const triageActions = ['whitelist', 'falsePositive', 'takedown', 'deeperAnalysis', 'reopen'] as const
export type TriageAction = (typeof triageActions)[number]

/** Predefined remarks of the specification; `custom` carries its own text. */
export const remarkKinds = ['Irrelevant', 'Inaccurate Information', 'custom'] as const
export const RemarkInput = z.object({ kind: z.enum(remarkKinds), text: z.optional(wire.text(2000)) }).check(
  z.refine((remark) => remark.kind !== 'custom' || (remark.text?.length ?? 0) >= 3, {
    path: ['text'],
    message: 'a custom remark needs 3 to 2000 characters',
  }),
)
export type RemarkInput = z.output<typeof RemarkInput>

/** A source by name, whatever its case; `Facebook` is `FB`. */
export const Source = z.codec(z.string(), z.enum(threatSources), {
  decode: (word) =>
    word.toLowerCase() === 'facebook'
      ? 'FB'
      : (threatSources.find((source) => source.toLowerCase() === word.toLowerCase()) ?? (word as ThreatSource)),
  encode: (source) => source,
})

const fieldValue = z.optional(z.nullable(z.union([z.string(), z.number(), z.boolean()])))

/** The schema of one source's own fields, from the table in `sources.ts`. */
function sourceShape(info: SourceInfo): Record<string, z.core.$ZodType> {
  const shape: Record<string, z.core.$ZodType> = {}
  const nested: Record<string, Record<string, typeof fieldValue>> = {}
  for (const { field } of info.fields) {
    const [head, tail] = field.split('.')
    if (!head) continue
    if (tail) (nested[head] ??= {})[tail] = fieldValue
    else shape[head] = fieldValue
  }
  for (const [head, inner] of Object.entries(nested)) shape[head] = z.optional(z.object(inner))
  return shape
}

const CaseLink = z.nullable(z.object({ id: z.string(), status: z.string() }))

const threatBase = {
  id: z.string(),
  title: z.string(),
  threatType: z.string(),
  severity: z.enum(severities),
  status: z.enum(threatStatuses),
  category: z.optional(z.string()),
  url: z.optional(z.string()),
  /** 0..100. */
  score: z.number(),
  /** Names of the strongest indicators, at most three. */
  reasons: z.array(z.string()),
  firstSeen: wire.time,
  lastSeen: wire.time,
  publishedAt: z.nullable(wire.time),
  sightings: z.int(),
  bookmarked: z.boolean(),
  takedown: CaseLink,
  deeperAnalysis: CaseLink,
  thumbnail: z.optional(z.string()),
  isDemo: z.boolean(),
  version: z.int(),
}

/** What every threat carries whatever its source. */
export interface ThreatBase {
  id: string
  source: ThreatSource
  title: string
  threatType: string
  severity: (typeof severities)[number]
  status: ThreatStatus
  category?: string | undefined
  url?: string | undefined
  score: number
  reasons: string[]
  firstSeen: string
  lastSeen: string
  publishedAt: string | null
  sightings: number
  bookmarked: boolean
  takedown: { id: string; status: string } | null
  deeperAnalysis: { id: string; status: string } | null
  thumbnail?: string | undefined
  isDemo: boolean
  version: number
}
/** A threat as sent: the base and, at the top level, the fields of its source. */
export type Threat = ThreatBase & { [field: string]: SourceFields[string] | ThreatBase[keyof ThreatBase] }

/** A union on `source` of the base, the source's own fields and `extra`. */
export function threatUnion<Out>(extra: Record<string, z.core.$ZodType>) {
  const members = threatSources.map((source) =>
    z.object({ ...sourceShape(sources[source]), ...threatBase, source: z.literal(source), ...extra }),
  )
  return z.discriminatedUnion('source', members as never) as unknown as z.ZodMiniType<Out, Out>
}

export const Threat = threatUnion<Threat>({})

export const Indicator = z.object({
  name: z.string(),
  value: z.optional(z.string()),
  /** Signed points of 100. */
  contribution: z.number(),
  description: z.optional(z.string()),
})

/** One thing kept as proof: a capture of the page, the record of where and when it was seen, or what somebody uploaded. */
export const Evidence = z.object({
  id: z.string(),
  kind: z.enum(['capture', 'record', 'upload']),
  name: z.string(),
  /** SHA-256 of the stored bytes, hex. */
  sha256: z.string(),
  size: z.int(),
  type: z.string(),
  capturedAt: wire.time,
  /** Works for five minutes, without a token, for this session only. */
  href: z.string(),
})
export type Evidence = z.output<typeof Evidence>

/** What happened to a threat, oldest first. */
export const HistoryEvent = z.object({
  id: z.string(),
  at: wire.time,
  /** `null` for the product itself. */
  by: z.nullable(z.string()),
  action: z.string(),
  text: z.string(),
  remark: z.optional(z.string()),
})
export type HistoryEvent = z.output<typeof HistoryEvent>

export const Sighting = z.object({ feed: z.string(), line: z.nullable(z.int()), text: z.string(), seenAt: wire.time })
export const Remark = z.object({ id: z.string(), kind: z.string(), text: z.string(), by: z.string(), at: wire.time })

/** What the detail of a threat carries beside the threat itself. */
export const detailShape = {
  /** Official domains of the brand it imitates, to compare with. */
  official: z.array(z.string()),
  indicators: z.array(Indicator),
  evidence: z.array(Evidence),
  sightingList: z.array(Sighting),
  history: z.array(HistoryEvent),
  remarks: z.array(Remark),
  related: z.array(
    z.object({
      id: z.string(),
      source: z.enum(threatSources),
      title: z.string(),
      severity: z.enum(severities),
      status: z.enum(threatStatuses),
    }),
  ),
}
export type ThreatDetail = Threat & {
  official: string[]
  indicators: z.output<typeof Indicator>[]
  evidence: Evidence[]
  sightingList: z.output<typeof Sighting>[]
  history: HistoryEvent[]
  remarks: z.output<typeof Remark>[]
  related: {
    id: string
    source: ThreatSource
    title: string
    severity: (typeof severities)[number]
    status: ThreatStatus
  }[]
}
export const ThreatDetail = threatUnion<ThreatDetail>(detailShape)

export const threatSortFields = [
  'firstSeen',
  'lastSeen',
  'severity',
  'title',
  'status',
  'threatType',
  'source',
  'score',
] as const

/** F of api.md: the filters of threat lists. All optional; absent means not filtered. */
export const threatFilters = {
  threatSeverity: z.optional(wire.csvOf(severities)),
  threatType: z.optional(wire.csv),
  threatSource: z.optional(wire.csvOf(threatSources)),
  status: z.optional(wire.csvOf(threatStatuses)),
  category: z.optional(wire.csv),
  adSource: z.optional(wire.csv),
  urlSource: z.optional(wire.csv),
  isTakedown: z.optional(wire.bool),
  takedownStatus: z.optional(wire.csv),
  bookmarkedThreats: z.optional(wire.bool),
  bookmarked: z.optional(wire.bool),
  showAutomaticallyFiltered: z._default(wire.bool, false),
  dateType: z._default(z.enum(['detected', 'lastSeen', 'published']), 'detected'),
  /** One of the source's search fields; absent means all of them. */
  searchField: z.optional(z.string().check(z.maxLength(64))),
}

export const ThreatListQuery = z.object({
  company: wire.company,
  ...wire.paging(threatSortFields),
  ...wire.range,
  ...threatFilters,
})
export type ThreatListQuery = z.output<typeof ThreatListQuery>

export const listThreats = route({
  method: 'GET',
  path: '/threats/{source}',
  summary: 'Threats of one source that QA has published',
  access: 'threats:read',
  params: z.object({ source: Source }),
  query: ThreatListQuery,
  response: wire.page(Threat),
})

export const listAllThreats = route({
  method: 'GET',
  path: '/threats/getAllThreats',
  summary: 'Published threats of all sources of the company; with bookmarked=true the Bookmarks screen',
  access: 'threats:read',
  query: ThreatListQuery,
  response: wire.page(Threat),
})

export const getThreat = route({
  method: 'GET',
  path: '/threats/{source}/{threatId}',
  summary: 'One threat with its indicators, evidence, history, remarks and related threats',
  access: 'threats:read',
  params: z.object({ source: Source, threatId: wire.id }),
  query: z.object({ company: wire.company }),
  response: ThreatDetail,
})

export const triageThreat = route({
  method: 'POST',
  path: '/threats/{source}/{threatId}/triage',
  summary: "Records the client's decision; a takedown or deeper analysis opens its case in the same transaction",
  access: 'threats:triage',
  params: z.object({ source: Source, threatId: wire.id }),
  query: z.object({ company: wire.company }),
  body: z.strictObject({
    action: z.enum(triageActions),
    remark: z.optional(RemarkInput),
    version: z.int().check(z.gte(1)),
  }),
  response: Threat,
})

const wireFilter = z.strictObject({
  source: z.optional(Source),
  searchQuery: z.optional(wire.text(200)),
  ...wire.range,
  ...threatFilters,
})

export const triageThreats = route({
  method: 'POST',
  path: '/threats/triage',
  summary: 'Records one decision on many threats; over 200 it runs as a job',
  access: 'threats:triage',
  jobField: 'jobId',
  body: z.strictObject({
    company: z.string().check(z.minLength(1), z.maxLength(100)),
    selection: z.union([
      z.strictObject({ ids: z.array(wire.id).check(z.minLength(1), z.maxLength(200)) }),
      z.strictObject({
        /** The query of the list as it was sent, without paging and sorting. */
        filter: wireFilter,
        except: z.array(wire.id).check(z.maxLength(200)),
        /** How many threats the person saw selected: those of the filter without `except`. */
        expectedCount: z.int().check(z.gte(0)),
      }),
    ]),
    action: z.enum(triageActions),
    remark: z.optional(RemarkInput),
  }),
  response: z.object({
    done: z.array(z.string()),
    failed: z.array(z.object({ id: z.string(), code: z.string() })),
    /** Set when the work runs as a job; `done` is empty then. */
    jobId: z.optional(z.string()),
  }),
})

const bookmarkTarget = {
  params: z.object({ source: Source, threatId: wire.id }),
  query: z.object({ company: wire.company }),
}

export const addBookmark = route({
  method: 'PUT',
  path: '/threats/{source}/{threatId}/bookmark',
  summary: "Puts the threat among the caller's bookmarks",
  access: 'threats:bookmark',
  status: 204,
  ...bookmarkTarget,
  response: wire.nothing,
})

export const removeBookmark = route({
  method: 'DELETE',
  path: '/threats/{source}/{threatId}/bookmark',
  summary: "Takes the threat out of the caller's bookmarks",
  access: 'threats:bookmark',
  status: 204,
  ...bookmarkTarget,
  response: wire.nothing,
})

const optionsOfSource = z.object({
  company: wire.company,
  threatSource: z.optional(wire.csvOf(threatSources)),
  category: z.optional(wire.csv),
})
const optionsOfCompany = z.object({ company: wire.company })
const options = z.array(wire.Option)

export const getSeveritiesPerSource = route({
  method: 'GET',
  path: '/threats/getThreatSeveritiesPerSource',
  summary: 'Severities that occur in a source, worst first',
  access: 'threats:read',
  query: optionsOfSource,
  response: options,
})
export const getTypesPerSource = route({
  method: 'GET',
  path: '/threats/getThreatTypesPerSource',
  summary: 'Threat types that occur in a source',
  access: 'threats:read',
  query: optionsOfSource,
  response: options,
})
export const getSeveritiesForAllSources = route({
  method: 'GET',
  path: '/threats/getThreatSeveritiesForAllSources',
  summary: 'Severities that occur, worst first',
  access: 'threats:read',
  query: optionsOfCompany,
  response: options,
})
export const getTypesForAllSources = route({
  method: 'GET',
  path: '/threats/getThreatTypesForAllSources',
  summary: 'Threat types that occur',
  access: 'threats:read',
  query: optionsOfCompany,
  response: options,
})
export const getSourceOptions = route({
  method: 'GET',
  path: '/threats/getSourceOptions',
  summary: "The company's sources with the number of published threats",
  access: 'threats:read',
  query: optionsOfCompany,
  response: options,
})
export const getCategories = route({
  method: 'GET',
  path: '/threats/getCategories',
  summary: 'Categories that occur',
  access: 'threats:read',
  query: optionsOfSource,
  response: options,
})
