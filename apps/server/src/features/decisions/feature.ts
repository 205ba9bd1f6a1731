import { defineFeature } from '../../app/feature.ts'
import { worker } from '../../app/jobs.ts'
import { requestCampaignTakedown } from './request-campaign-takedown.ts'
import { requestTakedown } from './request-takedown.ts'
import { runDecideSelection } from './decide-selection.job.ts'
import { decideSelectionJob } from './decisions.jobs.ts'
import { decideSelection, decideThreat, decideTout } from './decisions.routes.ts'

export const feature = defineFeature({
  handlers: { requestTakedown, requestCampaignTakedown, decideThreat, decideTout, decideThreats: decideSelection },
  workers: [
    worker(decideSelectionJob, ({ database, enqueue }, data, { signal }) =>
      runDecideSelection({ database, enqueue, signal }, data),
    ),
  ],
})
