import { defineFeature } from '../../app/feature.ts'
import { worker } from '../../app/jobs.ts'
import * as ctLogs from './ct-logs.routes.ts'
import { noteSize } from './health.queries.ts'
import * as jobs from './jobs.routes.ts'
import { probeJob, watchInstallationJob } from './system-health.jobs.ts'
import * as systemHealth from './system-health.routes.ts'
import { watchInstallation } from './watch-installation.job.ts'

export const feature = defineFeature({
  handlers: { ...ctLogs, ...jobs, ...systemHealth },
  workers: [worker(probeJob, async () => {}), worker(watchInstallationJob, watchInstallation)],
  nightly: ({ database }) => noteSize(database.pool),
})
