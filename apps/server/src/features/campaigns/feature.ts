import { defineFeature } from '../../app/feature.ts'
import { worker } from '../../app/jobs.ts'
import { activeCompanies } from '../../db/company-keys.queries.ts'
import { joinThreatsJob } from './campaigns.jobs.ts'
import * as routes from './campaigns.routes.ts'
import { keepCampaigns } from './join-threats.ts'

export const feature = defineFeature({
  handlers: routes,
  workers: [
    worker(joinThreatsJob, async ({ database }, _data, { signal }) => {
      for (const { id } of await activeCompanies(database)) await keepCampaigns(database, id, signal)
    }),
  ],
})
