import * as z from 'zod/mini'
import { route } from './route.ts'
import * as wire from './wire.ts'

/** What an entry of the glossary speaks about (specification, section 3). */
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
export type GlossaryCategory = (typeof glossaryCategories)[number]

/** One entry, with the field names of the specification: `Indicators` is the name of one indicator. */
export const GlossaryEntry = z.object({
  Indicators: z.string(),
  Description: z.string(),
  Category: z.enum(glossaryCategories),
})
export type GlossaryEntry = z.output<typeof GlossaryEntry>

export const getGlossary = route({
  method: 'GET',
  path: '/glossary/getGlossary',
  summary: 'What every indicator means, by category and name',
  access: 'glossary:read',
  query: z.object({ searchQuery: z.optional(wire.text(200)) }),
  response: z.array(GlossaryEntry),
})
