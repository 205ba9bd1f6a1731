import * as z from 'zod/mini'
import { problem } from '../errors/errors.ts'
import type { TokenRoute } from '../token-route.ts'
import { route } from '../route.ts'
import { severities } from '../threats/severities.ts'
import { sourceIn } from '../threats/records.ts'
import { everySourceName, kinds, type SourceFields } from '../threats/sources.ts'
import * as wire from '../wire.ts'

/*
 * Findings are sent as newline-delimited JSON, one finding per line, in a stream of any length up to the limits below. A rejected line is
 * reported in the response and does not stop the others.
 */

/** Limits of a stream; bytes are counted after decompression. */
export const ingestLimits = { bytes: 2 ** 30, lineBytes: 64 * 1024, rejectedListed: 100 } as const
/** Limits of the source's own fields of one line. */
export const ingestFieldLimits = { count: 200, depth: 4, nameLength: 100 } as const

const instant = z.iso.datetime({ offset: true, error: problem('NOT_AN_INSTANT') })

/** The source of a stream: one of threats, touts or both. */
export const IngestSource = sourceIn(everySourceName)

/** One line of an ingest stream: one finding of a collector. */
export const IngestLine = z.strictObject({
  /** A threat or a tout; the source must support the kind. */
  kind: z._default(z.enum(kinds), 'threat'),
  /**
   * The collector's own id for the finding. Together with company and source it identifies the finding: the same id again means the same
   * finding.
   */
  externalId: wire.text(500, 1),
  /** One of the types of the source. */
  threatType: wire.text(100, 1),
  severity: z.enum(severities),
  category: z.optional(wire.text(100, 1)),
  url: z.optional(wire.text(8192, 1).check(z.regex(/^https?:\/\/[^\s]+$/i, problem('NOT_A_WEB_ADDRESS')))),
  /**
   * The fields of the source by their names in `sources.ts`; the one that makes the title is required. Values are text, numbers, booleans
   * and null.
   */
  fields: z.custom<SourceFields>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    problem('NOT_SOURCE_FIELDS'),
  ),
  /** If missing, the time the stream began. */
  firstSeen: z.optional(instant),
  lastSeen: z.optional(instant),
  indicators: z.optional(
    z
      .array(
        z.strictObject({
          name: wire.text(100, 1),
          value: z.optional(wire.text(500)),
          /** Points of 100 that it adds to, or subtracts from, the score. */
          contribution: z.int().check(z.gte(-100), z.lte(100)),
        }),
      )
      .check(z.maxLength(50)),
  ),
})
export type IngestLine = z.output<typeof IngestLine>

/** The results of one stream. */
export const IngestAnswer = z.object({
  jobId: z.string(),
  /** Number of new findings. */
  accepted: z.int(),
  /** Number of known findings: their fields and last sighting are updated, their decisions are kept. */
  duplicates: z.int(),
  /** Number of findings that are the company's own (`listOwnFindings`) or that its allow list covers. They are not reported. */
  suppressed: z.int(),
  rejectedCount: z.int(),
  /** The first of the rejected lines; `line` starts at 1. `path` is the refused field, empty if it is the whole line. */
  rejected: z
    .array(z.object({ line: z.int(), path: z.string(), ...wire.sentence }))
    .check(z.maxLength(ingestLimits.rejectedListed)),
})
export type IngestAnswer = z.output<typeof IngestAnswer>

/** The accepted media types of a stream; gzip is indicated by `Content-Encoding`. */
export const ingestTypes = ['application/x-ndjson', 'application/jsonl', 'application/octet-stream'] as const

/**
 * The only call for collectors. 401 and 403 for a missing key or one without the scope; 404 for an unknown source; 409 when the
 * Idempotency-Key belongs to another stream; 413 above `ingestLimits.bytes`.
 */
export const ingest = {
  method: 'POST',
  base: '/api/rest',
  path: '/ingest/{source}',
  summary: 'Send findings, one JSON object per line; gzip (Content-Encoding) is allowed, up to 1 GB unpacked',
  security: 'apiKey',
  description:
    'An API key of scope ingest. New findings wait in the review queue. Kept in batches: after a broken connection send the same ' +
    'stream with the same Idempotency-Key and it goes on where it stopped.',
  params: z.object({ source: IngestSource }),
  headers: { 'Idempotency-Key': '1 to 200 characters; the same stream sent again with it gets the same answer' },
  body: { types: ingestTypes, schema: IngestLine },
  answer: { type: 'application/json', schema: IngestAnswer },
} as const satisfies TokenRoute

/** The progress of a stream; `failed` keeps the findings that were read before the failure. */
export const ingestStates = ['running', 'done', 'failed'] as const

/** One stream, with its counts so far. */
export const IngestJob = z.object({
  id: z.string(),
  source: z.enum(everySourceName),
  company: z.string(),
  state: z.enum(ingestStates),
  accepted: z.int(),
  duplicates: z.int(),
  suppressed: z.int(),
  rejected: z.int(),
  at: wire.time,
})
export type IngestJob = z.output<typeof IngestJob>

/** Streams of all companies the caller may see; `at` is when the stream began. */
export const listIngestJobs = route({
  method: 'GET',
  path: '/ingest/jobs',
  summary: 'List the submissions of collectors, newest first',
  access: 'ingest:read',
  companies: 'many',
  query: z.object({ company: z.optional(wire.csv), ...wire.paging(['at']) }),
  response: wire.page(IngestJob),
})
