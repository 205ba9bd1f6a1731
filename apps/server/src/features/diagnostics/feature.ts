import { defineFeature } from '../../app/feature.ts'
import { worker } from '../../app/jobs.ts'
import * as ctLogs from './ct-logs.routes.ts'
import { probeJob } from './diagnostics.jobs.ts'
import * as diagnostics from './diagnostics.routes.ts'

export const feature = defineFeature({
  handlers: { ...ctLogs, ...diagnostics },
  workers: [worker(probeJob, async () => {})],
})
