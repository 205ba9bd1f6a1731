import * as z from 'zod/mini'
import { problem } from './errors/errors.ts'
import { meantBy } from './narrow.ts'

/*
 * The value formats that all calls share (docs/api.md). All query values are strings on the wire; codecs convert them to the values
 * handlers use and back. The portal has no schemas (`apps/web/portal-contract.ts`) and writes values with `writtenValue`, which every codec
 * of a query must agree with; `wire.test.ts` covers all of them.
 */

/** A query value in its wire format: a list joined by commas, anything else as its text. */
export function writtenValue(value: unknown): string {
  return Array.isArray(value) ? value.map((item) => escapeItem(String(item))).join(',') : String(value)
}

const escapeItem = (item: string) => item.replaceAll('%', '%25').replaceAll(',', '%2C')
const unescapeItem = (item: string) => item.replaceAll(/%2C/gi, ',').replaceAll('%25', '%')

const splitList = (value: string | string[]) =>
  [value]
    .flat()
    .flatMap((item) => item.split(','))
    .map((item) => unescapeItem(item.trim()))
    .filter((item) => item !== '')

/** A comma-joined list of at most 100 values: `a,b`, or the key repeated. A comma inside a value is `%2C`, a percent `%25`. */
export const csv = z.codec(
  z.union([z.string(), z.array(z.string())]),
  z.array(z.string().check(z.maxLength(200))).check(z.maxLength(100)),
  { decode: splitList, encode: writtenValue },
)

/**
 * A comma-joined list that only accepts the given values, in any case.
 *
 * @param labelOf the label of a value, which is accepted as well
 */
export function csvOf<const T extends readonly string[]>(values: T, labelOf?: (value: T[number]) => string) {
  return z.codec(z.union([z.string(), z.array(z.string())]), z.array(z.enum(values)).check(z.maxLength(100)), {
    decode: (written) => splitList(written).map((word) => meantBy<T[number]>(word, values, labelOf) ?? word),
    encode: writtenValue,
  })
}

/**
 * Refuses a list with duplicates.
 *
 * @param by returns the key to compare, e.g. the key of an item; if missing, the item itself
 */
export function eachOnce<T = string>(by: (item: T) => string = String) {
  return z.refine<readonly T[]>((items) => new Set(items.map(by)).size === items.length, problem('REPEATED'))
}

/** A whole number in decimal digits; `1e9`, `0x10` and `1.0` are not numbers here. */
export function int(min: number, max: number) {
  return z.codec(z.string(), z.int().check(z.gte(min), z.lte(max)), {
    decode: (digits) => (/^\d{1,9}$/.test(digits) ? Number(digits) : Number.NaN),
    encode: writtenValue,
  })
}

/** `true` or `false`. */
export const bool = z.codec(z.enum(['true', 'false']), z.boolean(), {
  decode: (word) => word === 'true',
  encode: (value) => (value ? 'true' : 'false'),
})

/** A calendar day `YYYY-MM-DD`, or an ISO 8601 instant with its zone. */
export const day = z
  .string()
  .check(
    z.refine(
      (written) =>
        /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/.test(written) &&
        isCalendarDay(written.slice(0, 10)) &&
        !Number.isNaN(Date.parse(written)),
      problem('NOT_A_DAY'),
    ),
  )

function isCalendarDay(written: string): boolean {
  const date = new Date(`${written}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(written)
}

/** Free text without NUL or lone surrogates, normalised to NFC. */
export function text(max: number, min = 0) {
  return z
    .string()
    .check(z.refine((value) => !value.includes('\0') && value.isWellFormed(), problem('TEXT_NOT_CLEAN')))
    .check(z.overwrite((value) => value.normalize('NFC').trim()))
    .check(z.minLength(min), z.maxLength(max))
}

/**
 * Characters not allowed in one line of text: control characters (line breaks, tabs and NUL among them), the separators of lines and
 * paragraphs, and the characters that embed, override or isolate a direction of writing (Unicode Standard Annex 9, section 2).
 */
// oxlint-disable-next-line eslint/no-control-regex -- the search is for control characters
export const notInOneLine = /[\u0000-\u001F\u007F-\u009F\u2028\u2029\u202A-\u202E\u2066-\u2069]/

/** Single-line text, such as names, subjects and case numbers: it can be used in an email header or on one line of a file. */
export function oneLine(max: number, min = 0) {
  return text(max, min).check(
    z.regex(
      // oxlint-disable-next-line eslint/no-control-regex -- control characters are what is refused
      /^[^\u0000-\u001F\u007F-\u009F\u2028\u2029\u202A-\u202E\u2066-\u2069]*$/,
      problem('NOT_ONE_LINE'),
    ),
  )
}

const words = {
  reason: z.string(),
  parameters: z.record(z.string(), z.union([z.string(), z.number()])),
}
/**
 * The data that a message of the server is built from in the reader's language: its id in a catalogue (`errors.en.json`,
 * `server-messages.en.json` and others), and its parameters.
 */
export const Words = z.object(words)
export type Words = z.output<typeof Words>
/** The fields of a `Sentence`. */
export const sentence = { ...words, message: z.string() }
/** `Words` with the message in English. */
export const Sentence = z.object(sentence)
export type Sentence = z.output<typeof Sentence>

/** An instant, ISO 8601 in UTC. */
export const time = z.string().register(z.globalRegistry, { format: 'date-time' })
/** The id of a record: a UUID (RFC 9562). */
export const id = z.uuid('an id')
/** The most records that one call changes. */
export const idsMax = 200
/** The records that one call changes, at least one. */
export const ids = z.array(id).check(z.minLength(1), z.maxLength(idsMax))

/** The version of a record that was last read, from 1; a change with a stale version returns 409. */
export const version = z.int().check(z.gte(1))

/** The versions of several records that were last read, by id. */
export const versions = z.record(id, version)

/** `version` as a query parameter, for a call without a body. */
export const versionInQuery = int(1, 999_999_999)

/** The key of a company, e.g. `meridian-bank`. If missing: the first admin company, otherwise the user's own. */
export const company = z.optional(z.string().check(z.minLength(1), z.maxLength(100)))

/** The query of a call about one company without other parameters. */
export const ofCompany = z.object({ company })

/** The company in a path; a company that isn't visible to the caller returns 404. */
export const companyInPath = z.string().check(z.minLength(1), z.maxLength(100))

/** The two directions a list can be sorted in. */
export const sortDirections = ['asc', 'desc'] as const
/** One of `sortDirections`. */
export type SortDirection = (typeof sortDirections)[number]

/** Paging limit of a list: `pageNumber × limit` at most; use an export for more. */
export const rowsMax = 100_000

/** The page of a list. */
export interface Paging {
  pageNumber: number
  limit: number
}
/** The page of a list by time, newest or oldest first. */
export interface TimePaging extends Paging {
  sortDirection: SortDirection
}
/** The page of a list that is sorted by one of its fields. */
export interface SortedPaging<SortField> extends TimePaging {
  sortField: SortField
}

/** Paging, sorting and search of a list. The first sort field is the default. */
export function paging<const T extends readonly [string, ...string[]]>(sortFields: T) {
  return {
    pageNumber: z._default(int(1, 100_000), 1),
    limit: z._default(int(1, 200), 20),
    sortField: z._default(z.enum(sortFields), sortFields[0]),
    sortDirection: z._default(z.enum(sortDirections), 'desc'),
    searchQuery: z.optional(text(200)),
  }
}

/** A range of days, both inclusive. */
export const range = { fromDate: z.optional(day), toDate: z.optional(day) }

/** A number of days that ends today: 30 if missing, at most 366. */
export const daysBack = z._default(int(1, 366), 30)

/** One page of a list. `total` stops counting at 10,000; `totalIsCapped` says so. */
export function page<T extends z.core.$ZodType>(item: T) {
  return z.object({
    items: z.array(item),
    total: z.int(),
    totalIsCapped: z.optional(z.boolean()),
    pageNumber: z.int(),
    limit: z.int(),
  })
}
/** The type of `page`. */
export interface Page<T> extends Paging {
  items: T[]
  total: number
  totalIsCapped?: boolean | undefined
}

/** One page of a list whose rows can represent several records: `total` counts the rows, `matching` the records. */
export function rowPage<T extends z.core.$ZodType>(item: T) {
  return z.extend(page(item), { matching: z.optional(z.int()) })
}
/** The type of `rowPage`. */
export interface RowPage<T> extends Page<T> {
  matching?: number | undefined
}

/** One value of a filter, with its label and, where it is known, the number of records that have it. */
export const Option = z.object({ value: z.string(), label: z.string(), count: z.optional(z.int()) })
export type Option = z.output<typeof Option>
/** One slice of a chart. */
export const Slice = z.object({ key: z.string(), label: z.string(), count: z.int() })
export type Slice = z.output<typeof Slice>
/** One day of a chart (`YYYY-MM-DD`), with the total and, where it is split, the share of each series. */
export const Point = z.object({ date: z.string(), count: z.int(), by: z.optional(z.record(z.string(), z.int())) })
export type Point = z.output<typeof Point>
/** A stored file. `href` is valid for about five minutes without a token, in the session it was created for. */
export const File = z.object({
  id: z.string(),
  name: z.string(),
  /** Bytes. */
  size: z.int(),
  type: z.string(),
  createdAt: time,
  href: z.string(),
})
export type File = z.output<typeof File>
/** An image (PNG) of the first page of a PDF, rendered on request; the link is valid as long as that of the file. */
export const firstPage = z.optional(z.string())
/** The response of calls with status 204. */
export const nothing = z.undefined()
