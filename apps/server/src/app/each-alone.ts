import type { Database } from '../db/database.ts'
import type { Logger } from '../log.ts'

/** What work that is done for each of several companies, cases or features needs. */
export interface AloneParts {
  database: Pick<Database, 'isAway'>
  log: Pick<Logger, 'error'>
  /** Once aborted, the rest is left out. */
  signal?: AbortSignal
}

/** Failures that the message of a failed job names; the log has all. */
const namedMax = 10

/**
 * Does the same work for each of several companies, cases or features: a failure of one is logged and doesn't stop the work for the others.
 *
 * @param named what the log calls one of them, e.g. `{ companyId: 7 }`
 * @throws AggregateError after the last one, if the work failed for any, so that the job counts as failed
 * @throws what the work threw, at once, if the rest would fail as well: the work was aborted, or the database is away
 */
export async function eachAlone<One>(
  { database, log, signal }: AloneParts,
  all: readonly One[],
  named: (one: One) => Readonly<Record<string, number | string>>,
  work: (one: One) => Promise<unknown>,
): Promise<void> {
  const errors: unknown[] = []
  const failed: string[] = []
  for (const one of all) {
    signal?.throwIfAborted()
    try {
      await work(one)
    } catch (error) {
      if (signal?.aborted || database.isAway()) throw error
      const names = named(one)
      log.error({ ...names, err: error }, 'work failed, the rest continues')
      errors.push(error)
      failed.push(`${Object.values(names).join(' ')}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  if (errors.length === 0) return
  const first = failed.slice(0, namedMax).join('; ')
  throw new AggregateError(errors, `failed for ${errors.length} of ${all.length}: ${first}`)
}

/** `eachAlone` for companies, or their ids. */
export const eachCompanyAlone = <Company extends number | { id: number }>(
  parts: AloneParts,
  companies: readonly Company[],
  work: (company: Company) => Promise<unknown>,
): Promise<void> => eachAlone(parts, companies, nameOf, work)

const nameOf = (company: number | { id: number }) => ({
  companyId: typeof company === 'number' ? company : company.id,
})
