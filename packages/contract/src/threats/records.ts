import * as z from 'zod/mini'
import { problem } from '../errors/errors.ts'
import { assignedField, assignedFilter } from './assignees.ts'
import { conditionOf, fieldSorts } from './field-kinds.ts'
import { LookalikeProof } from './lookalike-proofs.ts'
import { MarkedName } from './marked-name.ts'
import { keysIn, meantBy, required } from '../narrow.ts'
import { severities } from './severities.ts'
import {
  everySourceName,
  sources,
  threatSources,
  type AnySource,
  type SourceFields,
  type SourceInfo,
  type ThreatSource,
  sourceLabelOf,
} from './sources.ts'
import { traitKinds } from './traits.ts'
import * as wire from '../wire.ts'

/* The common parts of threats and touts: their states, their form on the wire, the filters of their lists. */

/** A client's decisions about a threat, each with its possible successors. Case work (a sent notice) prevents reversal. */
export const threatFlow = {
  open: ['whitelist', 'falsePositive', 'takedown', 'deeperAnalysis'],
  whitelist: ['open'],
  falsePositive: ['open'],
  takedown: ['open'],
  deeperAnalysis: ['open'],
} as const satisfies Record<string, readonly string[]>
/** A client's decision: a key of `threatFlow`. */
export type ThreatStatus = keyof typeof threatFlow
/** Every status, in the order of `threatFlow`. */
export const threatStatuses = keysIn(threatFlow)
/** Statuses of threats that the client considers harmless. */
export const harmlessStatuses = ['whitelist', 'falsePositive'] as const satisfies readonly ThreatStatus[]
/** English label of each status. */
export const threatStatusLabels: Record<ThreatStatus, string> = {
  open: 'New',
  whitelist: 'Whitelist',
  falsePositive: 'False positive',
  takedown: 'Takedown',
  deeperAnalysis: 'Deeper analysis',
}

/** What a client can decide; `reopen` reverses a decision. */
export const decisions = ['whitelist', 'falsePositive', 'takedown', 'deeperAnalysis', 'reopen'] as const
/** One of `decisions`. */
export type Decision = (typeof decisions)[number]

/** Why a decision was refused for one of several threats; `CASE_STARTED` when a notice has been sent. */
export const decisionRefusals = ['NOT_FOUND', 'CONFLICT', 'CASE_STARTED'] as const
/** One of `decisionRefusals`. */
export type DecisionRefusal = (typeof decisionRefusals)[number]

/** Predefined remarks (fixed names, docs/api.md); `custom` carries its own text. */
export const remarkKinds = ['Irrelevant', 'Inaccurate Information', 'custom'] as const
/** The body of a remark; the text is only required for `custom`. */
export const RemarkInput = z.strictObject({ kind: z.enum(remarkKinds), text: z.optional(wire.text(2000)) }).check(
  z.refine((remark) => remark.kind !== 'custom' || (remark.text?.length ?? 0) >= 3, {
    path: ['text'],
    message: problem('REMARK_LENGTH'),
  }),
)
export type RemarkInput = z.output<typeof RemarkInput>

/** The schema of a source name, in any case; the label of a source, such as `Facebook`, is accepted as well. */
export function sourceIn<const T extends readonly string[]>(names: T) {
  return z.codec(z.string(), z.enum(names), {
    decode: (word) => meantBy<T[number]>(word, names, sourceLabelOf) ?? word,
    encode: (source) => source,
  })
}
/** A threat source in a path, in any case. */
export const Source = sourceIn(threatSources)

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
  /** Short and unique in the company, e.g. `T-58035`. */
  number: z.string(),
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
  /** How many indicators the record has, those that lower the score included. */
  reasonCount: z.int(),
  firstSeen: wire.time,
  lastSeen: wire.time,
  publishedAt: z.nullable(wire.time),
  sightings: z.int(),
  bookmarked: z.boolean(),
  /** The caller's note on their bookmark. */
  bookmarkNote: z.optional(z.string()),
  takedown: CaseLink,
  deeperAnalysis: CaseLink,
  thumbnail: z.optional(z.string()),
  ...assignedField,
  /** For a row that represents several similar records: how many, including this one. */
  similar: z.optional(z.int()),
  /** For such a row: the highest severity of its open records, if it is higher than that of this one. */
  similarSeverity: z.optional(z.enum(severities)),
  /** In a list: the marked parts of the name, for a domain or an address that imitates a brand. */
  markedName: z.optional(z.nullable(MarkedName)),
  isDemo: z.boolean(),
  version: z.int(),
}

/** The fields that every threat has, regardless of its source. */
export type ThreatBase<S extends AnySource = ThreatSource> = z.output<z.ZodMiniObject<typeof threatBase>> & {
  source: S
}
/** A threat as sent: the base and, at the top level, the fields of its source. */
export type Threat<S extends AnySource = ThreatSource> = ThreatBase<S> & {
  [field: string]: SourceFields[string] | ThreatBase[keyof ThreatBase]
}

/** A union on `source` of the base, the source's own fields and `extra`. */
export function unionOf<Out>(infos: Record<string, SourceInfo>, extra: Record<string, z.core.$ZodType>) {
  const [first, ...others] = Object.entries(infos).map(([source, info]) =>
    z.object({ ...sourceShape(info), ...threatBase, source: z.literal(source), ...extra }),
  )
  const union: z.ZodMiniType = z.discriminatedUnion('source', [required(first, 'a source'), ...others])
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the fields of a source are only known at run time
  return union as z.ZodMiniType<Out, Out>
}

export const Threat = unionOf<Threat>(sources, {})

/** One named reason for a score, with its explanation from the glossary. */
export const ShownIndicator = z.object({
  name: z.string(),
  value: z.optional(z.string()),
  /** Signed points of 100. */
  contribution: z.number(),
  description: z.optional(z.string()),
})

/** Where a piece of evidence comes from. */
export const evidenceKinds = ['capture', 'record', 'upload'] as const
/** One piece of evidence: a capture of the page, the record of where and when it was seen, or an uploaded file. */
export const Evidence = z.object({
  id: z.string(),
  kind: z.enum(evidenceKinds),
  name: z.string(),
  /** SHA-256 of the stored bytes, hex. */
  sha256: z.string(),
  size: z.int(),
  type: z.string(),
  capturedAt: wire.time,
  /** Valid for five minutes, without a token, only in this session. */
  href: z.string(),
})
export type Evidence = z.output<typeof Evidence>

/** The name of every reviewer for clients, in `by` of the history, activity and events. */
export const reviewTeam = 'Review team'

/** The material changes that reopened a record, with what was known before. */
export const ReopenedFor = z.array(
  z.object({ what: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) }),
)
export type ReopenedFor = z.output<typeof ReopenedFor>

/** The history of a threat, oldest first. */
export const HistoryEvent = z.object({
  id: z.string(),
  at: wire.time,
  /** `null` for the product itself. */
  by: z.nullable(z.string()),
  action: z.string(),
  text: z.string(),
  remark: z.optional(z.string()),
  /** For a remark of the product: what it is built from in other languages. */
  words: z.optional(wire.Words),
  /** For a status of a takedown: a person set it although nothing recorded in the case says so; the remark is the reason. */
  isManual: z.optional(z.boolean()),
  /** For a whitelisting: when it ends. */
  until: z.optional(wire.time),
  /** For a record that the product reopened. */
  changes: z.optional(ReopenedFor),
})
export type HistoryEvent = z.output<typeof HistoryEvent>

/** What the score of a name means, and what would change it. */
export const NameVerdict = z.object({
  /** The probability that the name is an imitation, 0 to 1, from the calibration of the score. */
  confidence: z.number(),
  /** Facts that would lower the score if they were confirmed, largest effect first. */
  lowering: z.array(
    z.object({
      text: z.string(),
      /** The decrease in points of 100. */
      by: z.int(),
    }),
  ),
})
export type NameVerdict = z.output<typeof NameVerdict>

/** One report of the threat by a feed or collector; `line` is its 1-based position in the feed. */
export const Sighting = z.object({ feed: z.string(), line: z.nullable(z.int()), text: z.string(), seenAt: wire.time })
/** A user's remark on a threat. */
export const Remark = z.object({ id: z.string(), kind: z.string(), text: z.string(), by: z.string(), at: wire.time })

/** The brand that a record imitates. */
const OfficialBrand = z.object({
  name: z.string(),
  logo: z.nullable(z.string()),
  capture: z.nullable(z.object({ href: z.string(), capturedAt: wire.time, size: z.int() })),
})

/** The requests of the client that reported something. */
export const ReportingRequests = z.array(z.object({ id: z.string(), subject: z.string() }))

/** What the detail of a threat contains in addition to the threat itself. */
export const detailShape = {
  /** Official domains of the imitated brand, for comparison. */
  official: z.array(z.string()),
  /** The imitated brand, with its logo and a capture of its own page if available; null when it is not known. */
  officialBrand: z.nullable(OfficialBrand),
  /** The marked parts of its name, for a domain or an address that imitates a brand. */
  markedName: z.nullable(MarkedName),
  indicators: z.array(ShownIndicator),
  /** The detector's verdict on the name; null for a record from another source. */
  verdict: z.nullable(NameVerdict),
  evidence: z.array(Evidence),
  /** What the latest captures of its page have in common with the brand; empty before the first comparison. */
  proofs: z.array(LookalikeProof),
  sightingList: z.array(Sighting),
  /** The client's requests that reported it, newest first, at most ten; empty for readers who can't read requests. */
  requests: ReportingRequests,
  history: z.array(HistoryEvent),
  /** The latest remarks, oldest first. */
  remarks: z.array(Remark),
  /** The number of older remarks, which `listRemarks` has on its next pages; missing if there are none. */
  olderRemarks: z.optional(z.int()),
  /** Related records of the same kind: up to ten possible duplicates, then up to ten that share traits. */
  related: z.array(
    z.object({
      id: z.string(),
      source: z.enum(everySourceName),
      title: z.string(),
      severity: z.enum(severities),
      status: z.enum(threatStatuses),
      firstSeen: wire.time,
      /** What both have in common: the registrable domain, the title, or traits. */
      match: z.enum(['domain', 'title', 'traits']),
      /** All traits they share, the most specific first, in words. Empty for reviewers: to them, related records are duplicates. */
      shared: z.array(z.object({ kind: z.enum(traitKinds), value: z.string(), text: z.string() })),
      /** The stage of review, for reviewers. */
      stage: z.optional(z.string()),
    }),
  ),
  /** The traits that it is compared with others by, the most specific first; empty for reviewers. */
  traits: z.array(
    z.object({
      kind: z.enum(traitKinds),
      value: z.string(),
      /** So many records have it that it relates none of them. */
      isCommon: z.boolean(),
    }),
  ),
}
/** A threat with all the information needed for a decision. */
export type ThreatDetail<S extends AnySource = ThreatSource> = Threat<S> & z.output<z.ZodMiniObject<typeof detailShape>>
export const ThreatDetail = unionOf<ThreatDetail>(sources, detailShape)

/** The fields of every source that lists of threats can be sorted by; the first is the default. */
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

/** Paging of a list that can also be sorted by the fields of sources; records without a value for such a field come last. */
export const listPaging = wire.paging([...threatSortFields, ...fieldSorts])

/**
 * A comma-joined list of conditions on fields of sources, all of which must be met, e.g. `followers:from:1000,store:has:apk`. Texts are
 * compared with `has` (a part) and `is`, ignoring case; numbers and amounts with `from`, `to` and `is`; days with `from` and `to`.
 */
const fieldConditions = wire.csv.check(
  z.refine((conditions) => conditions.every((text) => conditionOf(text) !== null), problem('NOT_A_FIELD_CONDITION')),
)

/** The shared filters of lists, figures and exports of threats. All are optional; a missing filter doesn't restrict the result. */
export const threatFilters = {
  threatSeverity: z.optional(wire.csvOf(severities)),
  threatType: z.optional(wire.csv),
  threatSource: z.optional(wire.csvOf(threatSources, sourceLabelOf)),
  status: z.optional(wire.csvOf(threatStatuses, (status) => threatStatusLabels[status])),
  category: z.optional(wire.csv),
  adSource: z.optional(wire.csv),
  urlSource: z.optional(wire.csv),
  fields: z.optional(fieldConditions),
  isTakedown: z.optional(wire.bool),
  takedownStatus: z.optional(wire.csv),
  bookmarkedThreats: z.optional(wire.bool),
  bookmarked: z.optional(wire.bool),
  ...assignedFilter,
  showAutomaticallyFiltered: z._default(wire.bool, false),
  dateType: z._default(z.enum(['detected', 'lastSeen', 'published']), 'detected'),
  /** One of the source's search fields; if missing, all of them. */
  searchField: z.optional(z.string().check(z.maxLength(64))),
}

/** The filters of a list of threats, without the days, for figures about what it finds. */
export const countedFilters = { searchQuery: z.optional(wire.text(200)), ...threatFilters }

/** Query options of a list in addition to its filters. */
export const similarOptions = {
  /**
   * `collapsed`: similar records are one row, represented by the first of them in the order of the list, with their number in `similar`.
   */
  similar: z._default(z.enum(['all', 'collapsed']), 'all'),
  /** Only records similar to the one with this id, including itself. */
  similarTo: z.optional(wire.id),
}

/** Paging, sorting and filters of the list of threats. */
export const ThreatListQuery = z.object({
  company: wire.company,
  ...listPaging,
  ...wire.range,
  ...threatFilters,
  ...similarOptions,
})
export type ThreatListQuery = z.output<typeof ThreatListQuery>

/** Further filters of a list, in addition to severity, type and category, whose values can be listed. */
export const facetFields = ['status', 'adSource', 'urlSource', 'takedownStatus'] as const
/** One of `facetFields`. */
export type FacetField = (typeof facetFields)[number]

/** Maximum number of characters of a note on a bookmark. */
export const bookmarkNoteMax = 500
/** A missing note doesn't change the stored one; null removes it. */
export const BookmarkBody = z.strictObject({ note: z.optional(z.nullable(wire.text(bookmarkNoteMax, 1))) })

/**
 * Until when a whitelisting is valid: its last day (a day ends in UTC) or the instant it ends; it never ends if missing or null. Only for
 * `whitelist`.
 */
export const passUntil = z.optional(z.nullable(wire.day))

/** One decision; `version` is the one last read. */
export const DecisionBody = z.strictObject({
  action: z.enum(decisions),
  remark: z.optional(RemarkInput),
  until: passUntil,
  version: wire.version,
})
export type DecisionBody = z.output<typeof DecisionBody>
