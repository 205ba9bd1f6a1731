import { defineFeature } from '../../app/feature.ts'
import { worker } from '../../app/jobs.ts'
import { sendMailJob } from './mail.jobs.ts'
import * as routes from './mail.routes.ts'
import { sendMail } from './send-mail.job.ts'

export const feature = defineFeature({
  handlers: routes,
  workers: [worker(sendMailJob, sendMail)],
})
