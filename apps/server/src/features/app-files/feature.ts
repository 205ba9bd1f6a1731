import { dayMs } from '@signet/contract/time'
import { defineFeature } from '../../app/feature.ts'
import { worker } from '../../app/jobs.ts'
import { readAppFileJob } from './app-files.jobs.ts'
import * as routes from './app-files.routes.ts'
import { runReadAppFile } from './read-app-file.job.ts'

const keptMs = 90 * dayMs

export const feature = defineFeature({
  handlers: routes,
  workers: [worker(readAppFileJob, runReadAppFile)],
  kept: [{ table: 'app_files', since: 'created_at', keep: { ms: keptMs } }],
})
