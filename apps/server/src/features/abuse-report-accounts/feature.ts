import { defineFeature } from '../../app/feature.ts'
import { worker } from '../../app/jobs.ts'
import { testAccountJob } from './abuse-report-accounts.jobs.ts'
import * as routes from './abuse-report-accounts.routes.ts'
import { submitAbuseReport } from './submit-abuse-report.ts'
import { testAccount } from './test-account.job.ts'

export const feature = defineFeature({
  handlers: routes,
  workers: [worker(testAccountJob, testAccount)],
  submitAbuseReport,
})
