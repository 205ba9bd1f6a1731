import { defineFeature } from '../../app/feature.ts'
import { eachCompanyAlone } from '../../app/each-alone.ts'
import { worker } from '../../app/jobs.ts'
import { activeCompanies } from '../../db/company-keys.queries.ts'
import { joinThreatsJob } from './campaigns.jobs.ts'
import * as routes from './campaigns.routes.ts'
import { keepCampaigns } from './join-threats.ts'

export const feature = defineFeature({
  handlers: routes,
  workers: [
    worker(joinThreatsJob, async ({ database, log }, _data, { signal }) => {
      const companyIds = (await activeCompanies(database)).map(({ id }) => id)
      await eachCompanyAlone({ database, log, signal }, companyIds, (id) => keepCampaigns(database, id, signal))
    }),
  ],
})
