import { defineFeature } from '../../app/feature.ts'
import { worker } from '../../app/jobs.ts'
import { testAccountJob } from './report-accounts.jobs.ts'
import * as routes from './report-accounts.routes.ts'
import { submitReport } from './submit-report.ts'
import { testAccount } from './test-account.job.ts'

export const feature = defineFeature({
  handlers: routes,
  workers: [worker(testAccountJob, testAccount)],
  submitReport,
})
