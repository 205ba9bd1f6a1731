import { defineFeature } from '../../app/feature.ts'
import { worker } from '../../app/jobs.ts'
import { captureJob, captureNewJob } from './captures.jobs.ts'
import * as routes from './captures.routes.ts'
import { captureChanged } from './capture-changed.ts'
import { captureNew } from './capture-new.ts'
import { runCapture } from './run-capture.ts'

export const feature = defineFeature({
  handlers: routes,
  followCheck: captureChanged,
  workers: [
    worker(captureJob, async ({ database, files, enqueue, lookUps }, data, { signal }) => {
      if (lookUps) await runCapture({ database, files, enqueue, settings: lookUps, signal }, data)
    }),
    worker(captureNewJob, async ({ database, lookUps, enqueue, log }, _data, { signal }) => {
      if (lookUps) await captureNew({ database, enqueue, log, settings: lookUps, signal }, new Date())
    }),
  ],
})
