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
    // The content of an email; longer than any list goes back. Notices to providers are part of a case and stay.
    { table: 'mails', since: 'created_at', forMs: 400 * dayMs, except: { column: 'template', value: noticeTemplate } },
    { table: 'caught_mails', since: 'at', forMs: 30 * dayMs },
    { table: 'mail_suppressions', since: 'until', forMs: 0 },
  ],
  nightly: endLostMails,
})
