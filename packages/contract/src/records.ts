import * as z from 'zod/mini'
import { problem } from './errors.ts'
import { MarkedName } from './marked-name.ts'
import { severities } from './severities.ts'
import {
  sources,
  threatSources,
  type AnySource,
  type SourceFields,
  type SourceInfo,
  type ThreatSource,
} from './sources.ts'
import { traitKinds, type TraitKind } from './traits.ts'
import * as wire from './wire.ts'

/*
 * What threats and touts have in common: their states, their form on the wire, the filters of their lists.
 */

/** What a client has decided about a threat, and what may follow. Case work (a notice sent) closes the way back. */
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
export const threatStatuses = Object.keys(threatFlow) as [ThreatStatus, ...ThreatStatus[]]
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

/** Predefined remarks (fixed names, docs/api.md); `custom` carries its own text. */
export const remarkKinds = ['Irrelevant', 'Inaccurate Information', 'custom'] as const
/** A remark as it is sent; the text is required for `custom` only. */
export const RemarkInput = z.strictObject({ kind: z.enum(remarkKinds), text: z.optional(wire.text(2000)) }).check(
  z.refine((remark) => remark.kind !== 'custom' || (remark.text?.length ?? 0) >= 3, {
    path: ['text'],
    message: problem('REMARK_LENGTH'),
  }),
)
export type RemarkInput = z.output<typeof RemarkInput>

/** A source of the given by name, whatever its case; `Facebook` is `FB`. */
export function sourceIn<const T extends readonly [string, ...string[]]>(names: T) {
  return z.codec(z.string(), z.enum(names), {
    decode: (word) => {
      const wanted = word.toLowerCase() === 'facebook' ? 'fb' : word.toLowerCase()
      return names.find((name) => name.toLowerCase() === wanted) ?? word
    },
    encode: (source) => source,
  })
}
/** A threat source in a path, whatever its case. */
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
  /** What the caller wrote to the own bookmark. */
  bookmarkNote: z.optional(z.string()),
  takedown: CaseLink,
  deeperAnalysis: CaseLink,
  thumbnail: z.optional(z.string()),
  /** Of a row that represents several similar ones: how many, including this one. */
  similar: z.optional(z.int()),
  /** In a list: what the parts of its name are, for a domain or an address that imitates a brand. */
  markedName: z.optional(z.nullable(MarkedName)),
  isDemo: z.boolean(),
  version: z.int(),
}

/** What every threat carries whatever its source. */
export interface ThreatBase<S extends AnySource = ThreatSource> {
  id: string
  source: S
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
  bookmarkNote?: string | undefined
  takedown: { id: string; status: string } | null
  deeperAnalysis: { id: string; status: string } | null
  thumbnail?: string | undefined
  similar?: number | undefined
  markedName?: MarkedName | null | undefined
  isDemo: boolean
  version: number
}
/** A threat as sent: the base and, at the top level, the fields of its source. */
export type Threat<S extends AnySource = ThreatSource> = ThreatBase<S> & {
  [field: string]: SourceFields[string] | ThreatBase[keyof ThreatBase]
}

/** A union on `source` of the base, the source's own fields and `extra`. */
export function unionOf<Out>(infos: Record<string, SourceInfo>, extra: Record<string, z.core.$ZodType>) {
  const members = Object.entries(infos).map(([source, info]) =>
    z.object({ ...sourceShape(info), ...threatBase, source: z.literal(source), ...extra }),
  )
  return z.discriminatedUnion('source', members as never) as unknown as z.ZodMiniType<Out, Out>
}

export const Threat = unionOf<Threat>(sources, {})

/** One named reason behind a score, with its explanation from the glossary. */
export const Indicator = z.object({
  name: z.string(),
  value: z.optional(z.string()),
  /** Signed points of 100. */
  contribution: z.number(),
  description: z.optional(z.string()),
})

/** One thing kept as proof: a capture of the page, the record of where and when it was seen, or an uploaded file. */
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
  /** Of a whitelisting: when it ends. */
  until: z.optional(wire.time),
})
export type HistoryEvent = z.output<typeof HistoryEvent>

/** What the score of a name means, and what would change it. */
export const NameVerdict = z.object({
  /** The chance that the name is an imitation, 0 to 1, by the calibration of the score. */
  confidence: z.number(),
  /** Facts that would lower the score if they turned out to be so, in words, most first. */
  lowering: z.array(
    z.object({
      text: z.string(),
      /** By how many points of 100. */
      by: z.int(),
    }),
  ),
})
export type NameVerdict = z.output<typeof NameVerdict>

/** One time a feed or collector reported the threat; `line` is its 1-based place in the feed. */
export const Sighting = z.object({ feed: z.string(), line: z.nullable(z.int()), text: z.string(), seenAt: wire.time })
/** A user's remark on a threat. */
export const Remark = z.object({ id: z.string(), kind: z.string(), text: z.string(), by: z.string(), at: wire.time })

/** The brand that something imitates. */
const OfficialBrand = z.object({
  name: z.string(),
  logo: z.nullable(z.string()),
  capture: z.nullable(z.object({ href: z.string(), capturedAt: wire.time, size: z.int() })),
})

/** What the detail of a threat contains in addition to the threat itself. */
export function detailShapeOf(names: readonly [string, ...string[]]) {
  return {
    /** Official domains of the brand it imitates, to compare with. */
    official: z.array(z.string()),
    /** The brand it imitates, with its logo and a picture of its own page if it has them; null when it is not known. */
    officialBrand: z.nullable(OfficialBrand),
    /** What the parts of its name are, for a domain or an address that imitates a brand. */
    markedName: z.nullable(MarkedName),
    indicators: z.array(Indicator),
    /** Of a name that the detector judged; null for what came otherwise. */
    verdict: z.nullable(NameVerdict),
    evidence: z.array(Evidence),
    sightingList: z.array(Sighting),
    history: z.array(HistoryEvent),
    remarks: z.array(Remark),
    /** Others of the same kind: up to ten that may be the same thing, then up to ten that may be of the same campaign. */
    related: z.array(
      z.object({
        id: z.string(),
        source: z.enum(names),
        title: z.string(),
        severity: z.enum(severities),
        status: z.enum(threatStatuses),
        firstSeen: wire.time,
        /** What both have in common: the registrable domain, the title, or traits of one campaign. */
        match: z.enum(['domain', 'title', 'traits']),
        /** Every trait they share, the most telling first, in words. Reviewers get none: what is related is a duplicate to them. */
        shared: z.array(z.object({ kind: z.enum(traitKinds), value: z.string(), text: z.string() })),
        /** The stage of review, for reviewers. */
        stage: z.optional(z.string()),
      }),
    ),
  }
}
/** The fields the detail of a threat has besides those of the threat. */
export const detailShape = detailShapeOf(threatSources)
/** A threat with everything a person needs to decide on it. */
export type ThreatDetail<S extends AnySource = ThreatSource> = Threat<S> & {
  official: string[]
  officialBrand: z.output<typeof OfficialBrand> | null
  markedName: MarkedName | null
  indicators: z.output<typeof Indicator>[]
  verdict: NameVerdict | null
  evidence: Evidence[]
  sightingList: z.output<typeof Sighting>[]
  history: HistoryEvent[]
  remarks: z.output<typeof Remark>[]
  related: {
    id: string
    source: S
    title: string
    severity: (typeof severities)[number]
    status: ThreatStatus
    firstSeen: string
    match: 'domain' | 'title' | 'traits'
    shared: { kind: TraitKind; value: string; text: string }[]
    stage?: string | undefined
  }[]
}
export const ThreatDetail = unionOf<ThreatDetail>(sources, detailShape)

/** The fields lists of threats can be sorted by; the first is used when none is named. */
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

/** The filters lists, figures and exports of threats share. All optional; absent means not filtered. */
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

/** Query options of a list in addition to its filters. */
export const similarOptions = {
  /** `collapsed`: those that are similar are one row, the first of them in the order of the list, with their number in `similar`. */
  similar: z._default(z.enum(['all', 'collapsed']), 'all'),
  /** Only those similar to the one of this id, itself included. */
  similarTo: z.optional(wire.id),
}

/** Paging, sorting and filters of the list of threats. */
export const ThreatListQuery = z.object({
  company: wire.company,
  ...wire.paging(threatSortFields),
  ...wire.range,
  ...threatFilters,
  ...similarOptions,
})
export type ThreatListQuery = z.output<typeof ThreatListQuery>

/** Further filters of a list, besides severity, type and category, whose values can be listed. */
export const facetFields = ['status', 'adSource', 'urlSource', 'takedownStatus'] as const
/** One of `facetFields`. */
export type FacetField = (typeof facetFields)[number]

/** Most characters of a note on a bookmark. */
export const bookmarkNoteMax = 500
/** A note that is left out stays as it is; null takes it away. */
export const BookmarkBody = z.strictObject({ note: z.optional(z.nullable(wire.text(bookmarkNoteMax, 1))) })

/**
 * How long what is whitelisted passes: the last day it does (a day ends in UTC), or the instant it ends at; for ever when left out or
 * null. With `whitelist` only.
 */
export const passUntil = z.optional(z.nullable(wire.day))

/** One decision; `version` is the one last read. */
export const DecisionBody = z.strictObject({
  action: z.enum(decisions),
  remark: z.optional(RemarkInput),
  until: passUntil,
  version: wire.version,
})
