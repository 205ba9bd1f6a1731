import type { Connection } from '../src/db/connection.ts'
import { openDatabase } from '../src/db/database.ts'
import { backFill } from '../src/jobs/back-fill.job.ts'

/** The work of one worker process. */
export interface BackFillWork {
  connection: Connection
  rows: number
}

/* One worker that fills in rows, in a process that a test can kill. */
if (process.argv[1] === import.meta.filename) {
  const { connection, rows } = JSON.parse(process.argv[2] ?? '') as BackFillWork
  const database = openDatabase(connection, 2)
  await backFill(database, new AbortController().signal, { rows })
  await database.close()
}
