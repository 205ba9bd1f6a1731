import { defineFeature } from '../../app/feature.ts'
import { worker } from '../../app/jobs.ts'
import { enrichJob } from '../threats/threats.jobs.ts'
import { enqueueDue, enrichCompany } from './enrich.job.ts'
import { observeJob } from './enrichment.jobs.ts'
import { tidyLookups } from './lookups.queries.ts'
import * as routes from './observations.routes.ts'

export const feature = defineFeature({
  handlers: routes,
  workers: [
    worker(enrichJob, async ({ database, lookUps, follow }, { companyId }, { signal }) => {
      if (lookUps) await enrichCompany({ database, settings: lookUps, signal, follow }, companyId)
    }),
    worker(observeJob, async ({ database, lookUps, enqueue }, _data, { signal }) => {
      if (lookUps) await enqueueDue({ database, enqueue, signal }, new Date())
    }),
  ],
  nightly: ({ database }, now) => tidyLookups(database, now),
})
