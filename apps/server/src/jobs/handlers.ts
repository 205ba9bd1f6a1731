import { preserveEvidence } from '../features/takedowns/preserve-evidence.job.ts'
import { runTriageSelection } from '../features/triage/triage-selection.job.ts'
import { scanFeed } from '../features/intake/scan-feed.ts'
import type { Database } from '../db/database.ts'
import type { FileStore } from '../features/evidence/file-store.ts'
import type { JobHandlers, Queue } from './queue.ts'

/** What each job does. */
export function jobHandlers(parts: {
  database: Database
  files: FileStore
  queue: Queue
  feedAllow: readonly string[]
}): JobHandlers {
  const { database, files, queue, feedAllow } = parts
  return {
    scan: async (data) => {
      await scanFeed({ database, feedAllow }, data)
    },
    'preserve-evidence': (data) => preserveEvidence({ database, files }, data),
    'triage-selection': (data) => runTriageSelection({ database, enqueue: queue.enqueue }, data),
  }
}
