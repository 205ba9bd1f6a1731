import { hourMs } from '@signet/contract/time'
import { enqueueDue, enrichCompany } from '../features/enrichment/enrich.job.ts'
import type { LookUpSettings } from '../features/enrichment/look-up-domain.ts'
import { tidyLookups } from '../features/enrichment/lookups.queries.ts'
import { runExport } from '../features/exports/export.job.ts'
import { makeScheduled } from '../features/exports/make-scheduled.job.ts'
import { removeUnnamedFiles } from '../features/evidence/remove-unnamed-files.ts'
import { followTakedown } from '../features/takedowns/follow-takedown.ts'
import { preserveEvidence } from '../features/takedowns/preserve-evidence.job.ts'
import { runTriageSelection } from '../features/triage/triage-selection.job.ts'
import { sendMail, type Mailer } from '../features/mail/send-mail.job.ts'
import { announceDue } from '../features/notifications/announce.job.ts'
import { sendEmails } from '../features/notifications/send-emails.job.ts'
import { sendDigests } from '../features/notifications/send-digests.job.ts'
import { followCtLogs, type CtSettings } from '../features/intake/follow-ct-logs.ts'
import { runScan } from '../features/intake/run-scan.ts'
import type { RecentCtSettings } from '../features/intake/stage-work.ts'
import { writeHeads } from '../features/audit/audit-heads.ts'
import { tidyRequests } from '../features/logs/tidy-requests.ts'
import { forgotPassword } from '../features/sessions/forgot-password.job.ts'
import { resealCompany } from '../secrets/reseal.job.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { cleanUp } from './clean-up.job.ts'
import type { Database } from '../db/database.ts'
import type { FileStore } from '../files/file-store.ts'
import type { Logger } from '../log.ts'
import type { JobHandlers, Queue } from './queue.ts'

/** A job that follows logs ends now and then, so that the list of them is read again and no run outlives its time. */
const followForMs = hourMs

/** What each job does. */
export function jobHandlers(parts: {
  database: Database
  files: FileStore
  secrets: Secrets
  queue: Queue
  dataDir: string
  /** Days that requests are logged for. */
  logDays: number
  feedAllow: readonly string[]
  /** Left out, no certificate transparency logs are followed. */
  ct?: CtSettings & RecentCtSettings
  /** Whom domains are looked up with; null looks none up. */
  lookUps?: LookUpSettings | null
  mailer: Mailer
  log: Logger
}): JobHandlers {
  const { database, files, secrets, queue, dataDir, logDays, feedAllow, lookUps = null, mailer, log } = parts
  const ct = parts.ct ?? { list: null, stream: null, backfill: 0, lookback: 0 }
  return {
    scan: async (data, { signal }) => {
      const enqueue = lookUps ? { enqueue: queue.enqueue } : {}
      await runScan({ database, feedAllow, signal, lookUps, ct, ...enqueue }, data)
    },
    'preserve-evidence': (data) => preserveEvidence({ database, files }, data),
    'triage-selection': (data, { signal }) => runTriageSelection({ database, enqueue: queue.enqueue, signal }, data),
    export: (data, run) => runExport({ database, files, log }, data, run),
    'scheduled-reports': (_data, { signal }) => makeScheduled({ database, enqueue: queue.enqueue, signal }, new Date()),
    'send-mail': (data) => sendMail({ database, mailer, log }, data),
    announce: (_data, { signal }) => announceDue({ database, enqueue: queue.enqueue, signal }, new Date()),
    'send-emails': (data, { signal }) => sendEmails({ database, enqueue: queue.enqueue, signal }, data),
    digests: (_data, { signal }) => sendDigests({ database, enqueue: queue.enqueue, signal }, new Date()),
    'forgot-password': (data) => forgotPassword({ database, enqueue: queue.enqueue }, data),
    enrich: async ({ companyId }, { signal }) => {
      if (lookUps)
        await enrichCompany({ database, settings: lookUps, signal, follow: followTakedown(queue.enqueue) }, companyId)
    },
    observe: async (_data, { signal }) => {
      if (lookUps) await enqueueDue({ database, enqueue: queue.enqueue, signal }, new Date())
    },
    probe: async () => {},
    reseal: async ({ companyId }, { signal }) => {
      await resealCompany({ database, secrets, signal }, companyId)
    },
    'follow-ct': async (_data, run) => {
      const signal = AbortSignal.any([run.signal, run.stopping])
      const hasFollowed = await followCtLogs({
        database,
        ct,
        allow: feedAllow,
        log,
        signal,
        forMs: followForMs,
        enqueue: lookUps ? queue.enqueue : undefined,
      })
      if (hasFollowed && !signal.aborted) await database.inCompanies([], (tx) => queue.enqueue(tx, 'follow-ct', {}))
    },
    'clean-up': async () => {
      const now = new Date()
      await cleanUp(database, now)
      await tidyLookups(database, now)
      await tidyRequests(database, now, logDays)
      await writeHeads(database, dataDir, now)
      await removeUnnamedFiles({ database, files }, now)
    },
  }
}
