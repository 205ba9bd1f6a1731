import * as z from 'zod/mini'
import { problem } from './errors.ts'
import { threatSources } from './sources.ts'
import * as wire from './wire.ts'

/*
 * How a person has set up the portal. The server keeps it, so that it follows the person to another machine; it means nothing to
 * the server.
 */

/** Prepared ranges of a list in days, today included; null is any time. */
export const defaultRanges = [2, 7, 30, 90, 365] as const

const name = (max: number) => z.string().check(z.regex(/^[\w:.-]+$/, problem('NOT_A_NAME')), z.maxLength(max))
/** A key as `ui/shortcuts.ts` of the portal names it: `t`, `Shift+J`, `?`, `ArrowDown`. */
const keyName = wire.text(24, 1)

/** Columns of a list in their order; widths in CSS pixels. */
export const ColumnChoice = z.strictObject({ key: name(60), width: z.optional(z.int().check(z.gte(24), z.lte(2000))) })
export type ColumnChoice = z.output<typeof ColumnChoice>

const entriesMax = (max: number) =>
  z.refine((entries: unknown) => Object.keys(entries as object).length <= max, `at most ${max} entries`)

/** What was never set is absent. */
export const PortalSettings = z.strictObject({
  density: z.optional(z.enum(['comfortable', 'compact'])),
  /** Each of similar threats and touts has a row of its own, where the address of a list does not say otherwise. */
  everySimilar: z.optional(z.boolean()),
  /** Single-letter keys switched off. */
  keysOff: z.optional(z.boolean()),
  /** Action to key, for the actions whose key is not the shipped one. */
  keys: z.optional(z.record(name(60), keyName).check(entriesMax(80))),
  /** Messages stay until they are closed. */
  keepMessages: z.optional(z.boolean()),
  /** List to its columns, for the lists whose columns are not the shipped ones. */
  columns: z.optional(z.record(name(60), z.array(ColumnChoice).check(z.maxLength(40))).check(entriesMax(40))),
  /** Where Threats leads; null is the first source of the company. */
  defaultSource: z.optional(z.nullable(z.enum(['All', ...threatSources]))),
  defaultRange: z.optional(z.nullable(z.literal(defaultRanges))),
})
export type PortalSettings = z.output<typeof PortalSettings>
