import { defineFeature } from '../../app/feature.ts'
import { worker } from '../../app/jobs.ts'
import { foldCountsJob } from './counts.jobs.ts'
import { checkCounts, foldCounts } from './keep-counts.ts'

export const feature = defineFeature({
  handlers: {},
  workers: [
    worker(foldCountsJob, ({ database, log }, _data, { stopping }) => foldCounts({ database, log, signal: stopping })),
  ],
  nightly: checkCounts,
})
