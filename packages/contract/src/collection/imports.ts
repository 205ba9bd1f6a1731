import * as z from 'zod/mini'
import { route } from '../route.ts'
import { sourceIn } from '../threats/records.ts'
import { severities } from '../threats/severities.ts'
import { everySourceName, kinds } from '../threats/sources.ts'
import * as wire from '../wire.ts'

/*
 * Threats or touts of one source from a file: it is uploaded, its columns are mapped to the fields of the source, and a job adds its rows.
 * Threats that the company already has stay as they are, so an import can be undone.
 */

/** Limits of an import: the size of its file, the rows of its preview, and how many rejected rows are listed. */
export const importLimits = { bytes: 500_000_000, previewed: 20, problems: 1000 } as const

/** Files that can be imported; what a text is, its content decides. */
export const importUpload = {
  maxBytes: importLimits.bytes,
  types: ['text/csv', 'text/plain', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
} as const

/** What an imported file is, by its content. */
export const importKinds = ['csv', 'xlsx', 'json', 'stix', 'misp'] as const

/** Where an import is: `ready` waits for its mapping; `cancelled` and `failed` keep what was added before. */
export const importStates = ['ready', 'running', 'done', 'cancelled', 'failed', 'undoing', 'undone'] as const
/** One of `importStates`. */
export type ImportState = (typeof importStates)[number]

/** States in which an import can be undone. */
export const undoableStates = ['done', 'cancelled', 'failed'] as const satisfies readonly ImportState[]

/** Why threats of an import stay when it is undone: the step of its review that a person took, or a threat merged into it. */
export const keptReasons = ['published', 'watchlist', 'deletionPending', 'deleted', 'merged', 'decided'] as const

const column = wire.oneLine(100, 1)

/** Which column has which value. */
export const ImportMapping = z.strictObject({
  /** The columns of fields of the source by the names of the fields (`sources.ts`, for touts `tout-sources.ts`). */
  fields: z.record(z.string().check(z.minLength(1), z.maxLength(100)), column),
  /** The type of a row; `otherwise` is that of rows without a value in the column. */
  threatType: z.strictObject({ column: z.optional(column), otherwise: wire.oneLine(100, 1) }),
  severity: z.strictObject({ column: z.optional(column), otherwise: z.enum(severities) }),
  category: z.optional(column),
  url: z.optional(column),
  firstSeen: z.optional(column),
  lastSeen: z.optional(column),
})
export type ImportMapping = z.output<typeof ImportMapping>

const Import = z.object({
  id: z.string(),
  /** What its rows become. */
  recordKind: z.enum(kinds),
  source: z.enum(everySourceName),
  /** The name of the file. */
  name: z.string(),
  /** In bytes. */
  size: z.int(),
  kind: z.enum(importKinds),
  state: z.enum(importStates),
  by: z.string(),
  createdAt: wire.time,
  finishedAt: z.nullable(wire.time),
  /** How much of the file was read, from 0 to 1. */
  progress: z.number(),
  /** Rows that were read: the sum of the following counts. */
  rows: z.int(),
  /** New threats, which wait in the review queue. */
  added: z.int(),
  /** Rows of threats that the company already has, or that occur earlier in the file. */
  duplicates: z.int(),
  /** The company's own (`listOwnFindings`). */
  own: z.int(),
  /** Covered by the company's allow list, or held back by one of its rules. */
  allowed: z.int(),
  /** Rows without a value in any column of a field, and values of other sources in STIX and MISP. */
  skipped: z.int(),
  /** Rows with a mistake; the first of them are in `problems`. */
  rejected: z.int(),
  /** Threats that were removed when it was undone. */
  removed: z.int(),
  /** Those that stayed. */
  kept: z.array(z.object({ reason: z.enum(keptReasons), count: z.int() })),
  /** Why it failed. */
  problem: z.nullable(wire.Sentence),
})
export type Import = z.output<typeof Import>

/** What is wrong with a row. `line` is the line or row of the file where it begins, from 1; `field` is empty for the whole row. */
export const RowProblem = z.object({ line: z.int(), field: z.string(), ...wire.sentence })
export type RowProblem = z.output<typeof RowProblem>

const ImportDetail = z.extend(Import, {
  /** The columns of its first rows, with values of each. */
  columns: z.array(z.object({ name: z.string(), examples: z.array(z.string()) })),
  /** The mapping it was started with, before that a proposal. */
  mapping: ImportMapping,
  problems: z.array(RowProblem).check(z.maxLength(importLimits.problems)),
})
export type ImportDetail = z.output<typeof ImportDetail>

/**
 * Reads the first rows of the file. 400 for a file without rows, or one that can't be read; 404 (`MODULE_OFF`) for touts of a company
 * without them.
 */
export const addImport = route({
  method: 'POST',
  path: '/v1/imports',
  summary:
    'Upload a file of threats or touts of one source (CSV, XLSX, JSON, JSON Lines, STIX 2.1 or MISP) and propose a mapping',
  access: 'threats:add',
  status: 201,
  query: wire.ofCompany,
  upload: importUpload,
  body: z.strictObject({
    company: wire.company,
    recordKind: z._default(z.enum(kinds), 'threat'),
    source: sourceIn(everySourceName),
  }),
  response: ImportDetail,
})

/** Imports are kept for 90 days. */
export const listImports = route({
  method: 'GET',
  path: '/v1/imports',
  summary: 'List the imports of files, newest first',
  access: 'threats:add',
  query: z.object({ company: wire.company, ...wire.paging(['createdAt']) }),
  response: wire.page(Import),
})

const ofImport = { params: z.object({ importId: wire.id }), query: wire.ofCompany }

/** Includes the first rejected rows. */
export const getImport = route({
  method: 'GET',
  path: '/v1/imports/{importId}',
  summary: 'Get an import with its progress, columns, mapping and rejected rows',
  access: 'threats:add',
  ...ofImport,
  response: ImportDetail,
})

/** What a mapping makes of a row. */
export const PreviewedRow = z.object({
  line: z.int(),
  /** `own` is the company's own; `skipped` has no value in any column of a field. */
  state: z.enum(['valid', 'own', 'skipped', 'rejected']),
  title: z.nullable(z.string()),
  threatType: z.nullable(z.string()),
  severity: z.nullable(z.enum(severities)),
  firstSeen: z.nullable(wire.time),
  problem: z.nullable(RowProblem),
})
export type PreviewedRow = z.output<typeof PreviewedRow>

const mapped = z.strictObject({ company: wire.company, mapping: ImportMapping })

/** 400 for a field or type that the source doesn't have. */
export const previewImport = route({
  method: 'POST',
  path: '/v1/imports/{importId}/preview',
  summary: 'Show what a mapping makes of the first rows of a file',
  access: 'threats:add',
  ...ofImport,
  body: mapped,
  response: z.array(PreviewedRow),
})

/** 409 if it was already started; 400 for a field or type that the source doesn't have. */
export const startImport = route({
  method: 'POST',
  path: '/v1/imports/{importId}/start',
  summary: 'Import a file with a mapping; a job adds its rows to the review queue',
  access: 'threats:add',
  status: 202,
  ...ofImport,
  body: mapped,
  response: ImportDetail,
})

/** What was added so far stays. 409 if it isn't running. */
export const cancelImport = route({
  method: 'POST',
  path: '/v1/imports/{importId}/cancel',
  summary: 'Cancel a running import',
  access: 'threats:add',
  ...ofImport,
  body: z.strictObject({ company: wire.company }),
  response: ImportDetail,
})

/** 409 outside the `undoableStates`. */
export const undoImport = route({
  method: 'POST',
  path: '/v1/imports/{importId}/undo',
  summary: 'Remove the undecided threats that an import added; a job does the work',
  access: 'threats:add',
  status: 202,
  ...ofImport,
  body: z.strictObject({ company: wire.company }),
  response: ImportDetail,
})
