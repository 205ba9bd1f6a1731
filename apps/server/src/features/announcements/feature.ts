import { defineFeature } from '../../app/feature.ts'
import { worker } from '../../app/jobs.ts'
import { announceDue } from './announce.job.ts'
import { announceJob } from './announcements.jobs.ts'
import * as routes from './announcements.routes.ts'

export const feature = defineFeature({
  handlers: routes,
  workers: [
    worker(announceJob, ({ database, enqueue, log }, _data, { signal }) =>
      announceDue({ database, enqueue, log, signal }, new Date()),
    ),
  ],
})
