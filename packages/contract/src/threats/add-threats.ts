import * as z from 'zod/mini'
import { problem } from '../errors/errors.ts'
import { evidenceUpload } from './files.ts'
import { Source, sourceIn, Threat } from './records.ts'
import { route } from '../route.ts'
import { severities } from './severities.ts'
import { threatSources } from './sources.ts'
import { toutSources } from '../touts/tout-sources.ts'
import { Tout } from '../touts/touts.ts'
import * as wire from '../wire.ts'

/*
 * Threats that users add, and corrections of threats and touts. Fields are those of the source (`sources.ts`), either nested
 * (`channel_data: { title }`) or with dotted names (`'channel_data.title'`).
 */

const fieldName = z.string().check(z.minLength(1), z.maxLength(100))
const scalar = z.union([wire.text(8192), z.number(), z.boolean(), z.null()])
const Fields = z.record(fieldName, z.union([scalar, z.record(fieldName, scalar)]))

const threatType = wire.oneLine(100, 1)
const category = wire.oneLine(100, 1)
const url = wire
  .oneLine(8192, 1)
  .check(z.refine((text) => /^https?:\/\//i.test(text) && URL.canParse(text), problem('NOT_A_WEB_ADDRESS')))

/** A threat as a person or a file describes it. */
export const EnteredThreat = z.strictObject({
  threatType,
  severity: z.enum(severities),
  category: z.optional(category),
  url: z.optional(url),
  fields: Fields,
})

/** Adds what the company owns, allows or suppresses by a rule all the same; without it, such a threat is not added. */
export const isAddedAnyway = z._default(z.boolean(), false)

/**
 * The threat enters the review queue like any other. 409 with the id of the existing threat in `details` when it is a duplicate; 409
 * (`OWN_ASSET`, `ON_ALLOW_LIST`, `HELD_BY_RULE`) for what the company owns or allows, or what one of its rules suppresses, unless
 * `isAddedAnyway`. Its other rules give it their reasons and points, and leave the severity as entered; 400 for a type the source does not
 * have or fields that give no title.
 */
export const addThreat = route({
  method: 'POST',
  path: '/threats',
  summary: 'Add a threat manually and queue it for review; returns 409 with its id if it already exists',
  access: 'threats:add',
  status: 201,
  query: wire.ofCompany,
  body: z.strictObject({
    company: wire.company,
    source: z.enum(threatSources),
    ...EnteredThreat.def.shape,
    isAddedAnyway,
  }),
  response: Threat,
})

/** How many threats one call accepts. */
export const addMax = 200

/** The result for one of several threats, or the result it would have in a dry run. */
export const AddResult = z.object({
  /**
   * `new` would be added; `known` already exists or occurs earlier in the same list; `own` is the company's own, on its allow list or
   * suppressed by one of its rules.
   */
  state: z.enum(['new', 'added', 'known', 'own', 'refused']),
  /** The id of the added or existing threat. */
  id: z.optional(z.string()),
  /** Why it was refused, or what the company owns or allows of it; `field` is empty then. */
  problem: z.optional(z.object({ field: z.string(), ...wire.sentence })),
})
export type AddResult = z.output<typeof AddResult>

/** How many files one threat is added with. */
export const addedFilesMax = 10
/** How many further links one threat is added with. */
export const addedLinksMax = 20

/** The upload rule of a threat that is added with its evidence; without files it is sent as JSON. */
export const addedEvidenceUpload = { ...evidenceUpload, minFiles: 0, maxFiles: addedFilesMax } as const

/** Further addresses where the threat was seen; they become its sightings. */
export const furtherLinks = z.optional(z.array(url).check(z.maxLength(addedLinksMax), wire.eachOnce()))

/** The rows of a call: an array, in a form its JSON text. */
export function rowsOf<T extends z.ZodMiniType>(row: T) {
  const rows = z.array(row).check(z.minLength(1), z.maxLength(addMax))
  const text = z.string().check(z.refine((written) => listIn(written) !== null, problem('INVALID_VALUE')))
  return z.codec(z.union([text, z.array(z.unknown())]), z.pipe(z.array(z.unknown()), rows), {
    decode: (written) => (typeof written === 'string' ? (listIn(written) ?? []) : written),
    encode: (list) => list,
  })
}

function listIn(written: string): unknown[] | null {
  try {
    const list: unknown = JSON.parse(written)
    return Array.isArray(list) ? list : null
  } catch {
    // Not JSON: the field is refused.
    return null
  }
}

/** Whether something is so; in a form as its text. */
export const formBool = z._default(
  z.codec(z.union([z.boolean(), z.enum(['true', 'false'])]), z.boolean(), {
    decode: (written) => written === true || written === 'true',
    encode: (value) => value,
  }),
  false,
)

/**
 * Rows are independent: a refused row does not stop the others, and the response contains its reason. The files become evidence of the
 * threat, which is why there can be only one row with them; 413 and 415 by `addedEvidenceUpload`.
 */
export const addThreats = route({
  method: 'POST',
  path: '/threats/many',
  summary:
    'Add up to 200 threats of one source manually, each independently; with dryRun only returns what would happen to each',
  access: 'threats:add',
  query: wire.ofCompany,
  upload: addedEvidenceUpload,
  body: z.strictObject({
    company: wire.company,
    source: z.enum(threatSources),
    rows: rowsOf(
      z.strictObject({
        threatType,
        severity: z.enum(severities),
        category: z.optional(category),
        fields: Fields,
        /** A file that was read (`getAppFile`): it becomes evidence of the threat, and its reasons those of the threat. */
        appFile: z.optional(wire.id),
        links: furtherLinks,
      }),
    ),
    isAddedAnyway: formBool,
    dryRun: formBool,
  }),
  response: z.array(AddResult),
})

const Correction = z.strictObject({
  severity: z.optional(z.enum(severities)),
  threatType: z.optional(threatType),
  category: z.optional(category),
  fields: z.optional(Fields),
  version: wire.version,
})

/**
 * Reviewers can change threats in every stage, other users only published ones. 409 when `version` is stale; 400 for a type the source does
 * not have.
 */
export const changeThreat = route({
  method: 'PATCH',
  path: '/threats/{source}/{threatId}',
  summary: 'Correct a threat in any stage of review; null removes a field, missing fields stay unchanged',
  access: 'threats:correct',
  params: z.object({ source: Source, threatId: wire.id }),
  query: wire.ofCompany,
  body: Correction,
  response: Threat,
})

/** Like `changeThreat`, with the sources and types of touts. */
export const changeTout = route({
  method: 'PATCH',
  path: '/touts/{source}/{toutId}',
  summary: 'Correct a tout in any stage of review; null removes a field, missing fields stay unchanged',
  access: 'threats:correct',
  module: 'touts',
  params: z.object({ source: sourceIn(toutSources), toutId: wire.id }),
  query: wire.ofCompany,
  body: Correction,
  response: Tout,
})
