import { defineFeature } from '../../app/feature.ts'
import { worker } from '../../app/jobs.ts'
import { runExport } from './export.job.ts'
import { exportJob, scheduledReportsJob } from './exports.jobs.ts'
import * as exports from './exports.routes.ts'
import { makeScheduled } from './make-scheduled.job.ts'
import * as schedules from './schedules.routes.ts'

export const feature = defineFeature({
  handlers: { ...exports, ...schedules },
  workers: [
    worker(exportJob, runExport),
    worker(scheduledReportsJob, ({ database, enqueue, log }, _data, { signal }) =>
      makeScheduled({ database, enqueue, log, signal }, new Date()),
    ),
  ],
})
