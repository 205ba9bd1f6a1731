import { defineFeature } from '../../app/feature.ts'
import { worker } from '../../app/jobs.ts'
import { requestTakedown } from './request-takedown.ts'
import { runTriageSelection } from './decide-selection.job.ts'
import { triageSelectionJob } from './decisions.jobs.ts'
import { triageSelection, triageThreat, triageTout } from './decisions.routes.ts'

export const feature = defineFeature({
  handlers: { requestTakedown, triageThreat, triageTout, triageThreats: triageSelection },
  workers: [
    worker(triageSelectionJob, ({ database, enqueue }, data, { signal }) =>
      runTriageSelection({ database, enqueue, signal }, data),
    ),
  ],
})
