import * as z from 'zod/mini'
import { problem } from '../errors/errors.ts'
import { threatSources } from '../threats/sources.ts'
import * as wire from '../wire.ts'

/* A user's portal settings. The server stores them, so that they apply on every device, but doesn't interpret them. */

/** The themes of the portal. */
export const themes = ['system', 'light', 'dark'] as const
/** One of `themes`. */
export type Theme = (typeof themes)[number]

/** Predefined ranges of a list in days, including today; null means any time. */
export const defaultRanges = [2, 7, 30, 90, 365] as const

const name = (max: number) => z.string().check(z.regex(/^[\w:.-]+$/, problem('NOT_A_NAME')), z.maxLength(max))
/** A key in the notation of the portal's `ui/keys/shortcuts.ts`: `t`, `Shift+J`, `?`, `ArrowDown`. */
const keyName = wire.text(24, 1)

/** Columns of a list in order; widths in CSS pixels. */
export const ColumnChoice = z.strictObject({ key: name(60), width: z.optional(z.int().check(z.gte(24), z.lte(2000))) })
export type ColumnChoice = z.output<typeof ColumnChoice>

const entriesMax = (max: number) =>
  z.refine((entries: unknown) => Object.keys(entries ?? {}).length <= max, `at most ${max} entries`)

/** Settings that were never changed are missing. */
export const PortalSettings = z.strictObject({
  /** `system` follows the operating system; so does a browser without a choice. */
  theme: z.optional(z.enum(themes)),
  density: z.optional(z.enum(['comfortable', 'compact'])),
  /** Similar threats and touts are separate rows, unless the address of a list says otherwise. */
  everySimilar: z.optional(z.boolean()),
  /** True when single-letter shortcuts are disabled. */
  keysOff: z.optional(z.boolean()),
  /** Keys by action, for the actions whose key isn't the default. */
  keys: z.optional(z.record(name(60), keyName).check(entriesMax(80))),
  /** Messages are shown until they are closed. */
  keepMessages: z.optional(z.boolean()),
  /** Columns by list, for the lists whose columns aren't the default. */
  columns: z.optional(z.record(name(60), z.array(ColumnChoice).check(z.maxLength(40))).check(entriesMax(100))),
  /**
   * What Threats in the menu opens: a source, `All` of them, or the `First` source of the company; null means what needs a decision, over
   * all sources.
   */
  defaultSource: z.optional(z.nullable(z.enum(['All', 'First', ...threatSources]))),
  defaultRange: z.optional(z.nullable(z.literal(defaultRanges))),
})
export type PortalSettings = z.output<typeof PortalSettings>
