import * as z from 'zod/mini'

/** The result of a change of several records, each of which was processed separately. */
export const changedRecords = z.object({
  done: z.array(z.string()),
  /** The versions after the change, by id of each in `done`. */
  versions: z.record(z.string(), z.int()),
  failed: z.array(z.object({ id: z.string(), code: z.string() })),
})
