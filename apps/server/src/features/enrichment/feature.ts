import { defineFeature } from '../../app/feature.ts'
import { worker } from '../../app/jobs.ts'
import { enrichJob } from '../threats/threats.jobs.ts'
import { enqueueDue, enrichCompany } from './enrich.job.ts'
import { blockListsJob, observeJob } from './enrichment.jobs.ts'
import { queryBlockLists } from './query-block-lists.job.ts'
import { tidyDomainAnswers } from './domain-answers.queries.ts'
import * as routes from './observations.routes.ts'

export const feature = defineFeature({
  handlers: routes,
  workers: [
    worker(enrichJob, async ({ database, lookUps, follow, log }, { companyId }, run) => {
      // A web server may take many seconds to answer, which a program that stops doesn't wait for.
      const signal = AbortSignal.any([run.signal, run.stopping])
      if (lookUps) await enrichCompany({ database, log, settings: lookUps, signal, follow }, companyId)
    }),
    worker(observeJob, async ({ database, lookUps, enqueue, log }, _data, { signal }) => {
      if (lookUps) await enqueueDue({ database, enqueue, log, signal }, new Date())
    }),
    worker(blockListsJob, async ({ database, lookUps, log }, _data, { stopping }) => {
      if (lookUps) await queryBlockLists({ database, settings: lookUps, log, signal: stopping })
    }),
  ],
  nightly: ({ database }, now) => tidyDomainAnswers(database, now),
})
