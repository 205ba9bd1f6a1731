import { defineFeature } from '../../app/feature.ts'
import { worker } from '../../app/jobs.ts'
import { requestCampaignTakedown } from './request-campaign-takedown.ts'
import { requestTakedown } from './request-takedown.ts'
import { runDecideSelection } from './decide-selection.job.ts'
import { decideSelectionJob } from './decisions.jobs.ts'
import { remarkHandlers } from './threat-remarks.ts'
import { decideSelection, decideThreat, decideTout } from './decisions.routes.ts'

const remarks = remarkHandlers('threat')
const toutRemarks = remarkHandlers('tout')

export const feature = defineFeature({
  handlers: {
    requestTakedown,
    requestCampaignTakedown,
    decideThreat,
    decideTout,
    decideThreats: decideSelection,
    listRemarks: remarks.list,
    addRemark: remarks.add,
    listToutRemarks: toutRemarks.list,
    addToutRemark: toutRemarks.add,
  },
  workers: [
    worker(decideSelectionJob, ({ database, enqueue }, data, { signal }) =>
      runDecideSelection({ database, enqueue, signal }, data),
    ),
  ],
})
