import { dayMs } from '@signet/contract/time'
import { defineFeature } from '../../app/feature.ts'
import { worker } from '../../app/jobs.ts'
import { endLostMails } from './end-lost-mails.ts'
import { noticeTemplate } from './queue-mail.ts'
import { prepareMailJob, sendMailJob } from './mail.jobs.ts'
import * as routes from './mail.routes.ts'
import { prepareMail } from './prepare-mail.job.ts'
import { sendMail } from './send-mail.job.ts'

export const feature = defineFeature({
  handlers: routes,
  workers: [worker(prepareMailJob, prepareMail), worker(sendMailJob, sendMail)],
  kept: [
    { table: 'mails', since: 'created_at', keep: 'emails', except: { column: 'template', value: noticeTemplate } },
    { table: 'caught_mails', since: 'at', keep: { ms: 30 * dayMs } },
    { table: 'mail_suppressions', since: 'until', keep: { ms: 0 } },
  ],
  nightly: endLostMails,
})
