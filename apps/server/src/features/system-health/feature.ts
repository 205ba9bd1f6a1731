import { defineFeature } from '../../app/feature.ts'
import { worker } from '../../app/jobs.ts'
import * as ctLogs from './ct-logs.routes.ts'
import { probeJob } from './system-health.jobs.ts'
import * as systemHealth from './system-health.routes.ts'

export const feature = defineFeature({
  handlers: { ...ctLogs, ...systemHealth },
  workers: [worker(probeJob, async () => {})],
})
