import * as z from 'zod/mini'
import { route } from '../route.ts'
import * as wire from '../wire.ts'

/** The source that a glossary entry is about; `General` applies to all sources. */
export const glossaryCategories = [
  'General',
  'APK',
  'Telegram',
  'Instagram',
  'Twitter',
  'Facebook',
  'Domain',
  'YouTube',
  'LinkedIn',
  'URL',
  'EASM',
] as const
/** One of `glossaryCategories`. */
export type GlossaryCategory = (typeof glossaryCategories)[number]

/** One entry, with field names that clients rely on (docs/api.md): `Indicators` is the name of one indicator. */
export const GlossaryEntry = z.object({
  Indicators: z.string(),
  Description: z.string(),
  Category: z.enum(glossaryCategories),
})
export type GlossaryEntry = z.output<typeof GlossaryEntry>

/** An entry as stored; `version` is 0 for an unchanged built-in one. */
export const StoredGlossaryEntry = z.extend(GlossaryEntry, { id: z.string(), version: z.int() })
export type StoredGlossaryEntry = z.output<typeof StoredGlossaryEntry>

/** Built-in entries and the installation's own; `searchQuery` searches names and descriptions. */
export const getGlossary = route({
  method: 'GET',
  path: '/glossary/getGlossary',
  summary: 'List all indicators with their meaning, by category and name',
  access: 'glossary:read',
  query: z.object({ searchQuery: z.optional(wire.text(200)) }),
  response: z.array(StoredGlossaryEntry),
})

/** A reason that a company's own detection rules give. */
export const OwnReason = z.object({ name: z.string(), explanation: z.string() })
export type OwnReason = z.output<typeof OwnReason>

/** Also those of rules that were renamed or deleted, because threats keep their reasons. At most 1,000, by name. */
export const getOwnReasons = route({
  method: 'GET',
  path: '/glossary/ownReasons',
  summary: "List the reasons that the company's own detection rules give, with their meaning",
  access: 'glossary:read',
  query: wire.ofCompany,
  response: z.array(OwnReason),
})

const entryId = z.object({ entryId: wire.id })

/** 409 when `version` is stale, or when another entry of the category has the same name. */
export const putGlossaryEntry = route({
  method: 'PUT',
  path: '/glossary/{entryId}',
  summary: 'Add a glossary entry (with a new id and version 0) or change an existing one',
  access: 'glossary:edit',
  params: entryId,
  body: z.strictObject({
    Indicators: wire.oneLine(200, 1),
    Description: wire.text(2000, 1),
    Category: z.enum(glossaryCategories),
    version: z.int().check(z.gte(0)),
  }),
  response: StoredGlossaryEntry,
})

/** A built-in entry is hidden instead of deleted. 404 when no entry has this id. */
export const deleteGlossaryEntry = route({
  method: 'DELETE',
  path: '/glossary/{entryId}',
  summary: 'Delete a glossary entry',
  access: 'glossary:edit',
  status: 204,
  params: entryId,
  response: wire.nothing,
})
