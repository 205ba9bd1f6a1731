import type { Connection } from '../src/db/connection.ts'
import type { LookUpSettings } from '../src/app/settings.ts'
import { openDatabase } from '../src/db/database.ts'
import { openLog } from '../src/log.ts'
import { enrichCompany } from '../src/features/enrichment/enrich.job.ts'

/** The work of one worker process. */
export interface EnrichWork {
  connection: Connection
  settings: LookUpSettings
  companyId: number
  /** The current time for this worker, ISO. */
  now: string
}

/* One worker that checks the domains of a company, in a process that a test can kill. */
if (process.argv[1] === import.meta.filename) {
  const work = JSON.parse(process.argv[2] ?? '') as EnrichWork
  const database = openDatabase(work.connection, 4)
  const signal = new AbortController().signal
  const { settings, companyId } = work
  await enrichCompany({ database, log: openLog('silent'), settings, signal, now: () => new Date(work.now) }, companyId)
  await database.close()
}
