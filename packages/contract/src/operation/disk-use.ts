import * as z from 'zod/mini'
import { route } from '../route.ts'

/** Bytes a day over the last month; null before the second measurement. */
const perDay = z.nullable(z.number())
/** Sizes are bytes. */
const bytes = z.number()

/** What the data takes on disk, as measured once a day. */
export const DiskUse = z.object({
  /** The UTC day of the last measurement; null if there was none in the last month. */
  measuredOn: z.nullable(z.iso.date()),
  /** The disk of the data directory; null if the installation stores nothing on disk. */
  disk: z.nullable(
    z.object({
      used: bytes,
      free: bytes,
      perDay,
      /** How many days the growth was measured over. */
      days: z.int(),
      /** Null if the disk doesn't grow, has room for ten years, or was measured for less than a week. */
      daysUntilFull: z.nullable(z.int()),
    }),
  ),
  database: z.nullable(z.object({ bytes, perDay })),
  /** The largest tables with their indexes, largest first. `rows` is an estimate. */
  tables: z.array(z.object({ name: z.string(), bytes, rows: z.number(), perDay })),
  /** The largest companies, largest first. `bytes` is an estimate: their share of the rows of each table. */
  companies: z.array(z.object({ name: z.string(), bytes, fileBytes: bytes, perDay })),
})
export type DiskUse = z.output<typeof DiskUse>

export const getDiskUse = route({
  method: 'GET',
  path: '/diagnostics/disk',
  summary: 'Get the size and growth of the database, its largest tables and companies, and when the disk will be full',
  access: 'systemHealth:check',
  response: DiskUse,
})
