import { hourMs } from '@signet/contract/time'
import { defineFeature } from '../../app/feature.ts'
import { worker } from '../../app/jobs.ts'
import { fetchAppJob } from '../app-files/app-files.jobs.ts'
import { runFetchApp } from './app-addresses/fetch-app.job.ts'
import { alertOfTroubles } from './connectors/alert-of-troubles.job.ts'
import { collect, collectDue } from './connectors/collect.job.ts'
import { alertOfTroublesJob, collectDueJob, collectJob, testConnectorJob } from './connectors/connectors.jobs.ts'
import * as companyCoverage from './connectors/company-coverage.routes.ts'
import * as connectors from './connectors/connectors.routes.ts'
import { mountDeliveries } from './connectors/deliveries.routes.ts'
import * as coverage from './connectors/source-coverage.routes.ts'
import { testConnectorAccount } from './connectors/test-connector.job.ts'
import { runLookUp } from './look-ups/look-up.job.ts'
import { lookUpJob } from './look-ups/look-ups.jobs.ts'
import * as threatLookUps from './look-ups/look-ups.routes.ts'
import { runImport } from './imports/import.job.ts'
import { importJob, undoImportJob } from './imports/imports.jobs.ts'
import * as imports from './imports/imports.routes.ts'
import { runUndoImport } from './imports/undo-import.job.ts'
import * as scans from './scans/company-scans.routes.ts'
import { followCtLogs } from './certificates/follow-ct-logs.ts'
import { readRequestJob } from '../requests/requests.jobs.ts'
import { readRequest } from './request-mails/read-request.job.ts'
import { listIngestJobs, mountIngest } from './submissions/ingest.routes.ts'
import { followCtJob, scanJob } from './intake.jobs.ts'
import * as discoveredHosts from './own-hosts/discovered-hosts.routes.ts'
import { judgeTip } from './tips/judge-tip.job.ts'
import { mountTips } from './tips/public-tips.routes.ts'
import { tidyTips } from './tips/tidy-tips.queries.ts'
import * as tipPage from './tips/tip-page.routes.ts'
import { judgeTipJob } from './tips/tips.jobs.ts'
import * as tips from './tips/tips.routes.ts'
import { runScan } from './scans/run-scan.ts'
import { startDueScans } from './scans/start-due-scans.ts'

/** A job that follows logs ends regularly, so that the list of logs is read again and no run exceeds its time limit. */
const followForMs = hourMs

export const feature = defineFeature({
  handlers: {
    ...scans,
    ...connectors,
    ...companyCoverage,
    ...coverage,
    ...discoveredHosts,
    ...imports,
    ...tipPage,
    ...tips,
    ...threatLookUps,
    listIngestJobs,
  },
  workers: [
    worker(scanJob, async ({ database, feedAllow, lookUps, ct, enqueue }, data, { signal }) => {
      await runScan({ database, feedAllow, signal, lookUps, ct, ...(lookUps ? { enqueue } : {}) }, data)
    }),
    worker(readRequestJob, readRequest),
    worker(followCtJob, async ({ database, ct, feedAllow, log, lookUps, enqueue }, _data, run) => {
      const signal = AbortSignal.any([run.signal, run.stopping])
      const hasFollowed = await followCtLogs({
        database,
        ct,
        allow: feedAllow,
        log,
        signal,
        forMs: followForMs,
        enqueue: lookUps ? enqueue : undefined,
      })
      if (hasFollowed && !signal.aborted) await database.inCompanies([], (tx) => enqueue(tx, followCtJob, {}))
    }),
    worker(collectDueJob, collectDue),
    worker(collectJob, collect),
    worker(alertOfTroublesJob, alertOfTroubles),
    worker(testConnectorJob, testConnectorAccount),
    worker(fetchAppJob, runFetchApp),
    worker(lookUpJob, runLookUp),
    worker(importJob, runImport),
    worker(undoImportJob, runUndoImport),
    worker(judgeTipJob, judgeTip),
  ],
  kept: [
    { table: 'imports', since: 'created_at', keep: 'imports' },
    { table: 'reported_mails', since: 'created_at', keep: 'reportedMails' },
  ],
  async nightly(parts, now) {
    await tidyTips(parts, now)
    await startDueScans(parts, now)
  },
  async mount(server, app) {
    await mountIngest(server, app)
    await mountDeliveries(server, app)
    await mountTips(server, app)
  },
})
