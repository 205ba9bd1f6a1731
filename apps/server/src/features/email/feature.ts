import { defineFeature } from '../../app/feature.ts'
import { worker } from '../../app/jobs.ts'
import { sendEmailsJob } from './email.jobs.ts'
import * as routes from './email.routes.ts'
import { sendEmails } from './send-emails.job.ts'

export const feature = defineFeature({
  handlers: routes,
  workers: [
    worker(sendEmailsJob, ({ database, enqueue, log }, data, { signal }) =>
      sendEmails({ database, enqueue, log, signal }, data),
    ),
  ],
})
