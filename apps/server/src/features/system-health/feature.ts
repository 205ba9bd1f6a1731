import { defineFeature } from '../../app/feature.ts'
import { worker } from '../../app/jobs.ts'
import * as ctLogs from './ct-logs.routes.ts'
import * as diskUse from './disk-use/disk-use.routes.ts'
import { measureDiskUse } from './disk-use/measure-disk-use.job.ts'
import * as jobs from './jobs.routes.ts'
import { measureDiskUseJob, probeJob, watchInstallationJob } from './system-health.jobs.ts'
import * as slowCalls from './slow-calls.routes.ts'
import * as systemHealth from './system-health.routes.ts'
import { watchInstallation } from './watch-installation.job.ts'

export const feature = defineFeature({
  handlers: { ...ctLogs, ...diskUse, ...jobs, ...slowCalls, ...systemHealth },
  workers: [
    worker(probeJob, async () => {}),
    worker(watchInstallationJob, watchInstallation),
    worker(measureDiskUseJob, (parts) => measureDiskUse(parts, parts.dataDir)),
  ],
})
