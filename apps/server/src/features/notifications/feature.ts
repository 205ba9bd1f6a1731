import { defineFeature } from '../../app/feature.ts'
import { worker } from '../../app/jobs.ts'
import * as alerts from './alerts.routes.ts'
import { announceDue } from './announce.job.ts'
import * as announcements from './announcements.routes.ts'
import * as email from './email.routes.ts'
import * as noticeRules from './notice-rules.routes.ts'
import { announceJob, digestsJob, sendEmailsJob } from './notifications.jobs.ts'
import * as notifications from './notifications.routes.ts'
import { sendDigests } from './send-digests.job.ts'
import { sendEmails } from './send-emails.job.ts'
import { mountEventStream } from './stream.routes.ts'

export const feature = defineFeature({
  handlers: { ...alerts, ...announcements, ...email, ...noticeRules, ...notifications },
  workers: [
    worker(announceJob, ({ database, enqueue }, _data, { signal }) =>
      announceDue({ database, enqueue, signal }, new Date()),
    ),
    worker(sendEmailsJob, ({ database, enqueue }, data, { signal }) => sendEmails({ database, enqueue, signal }, data)),
    worker(digestsJob, ({ database, enqueue }, _data, { signal }) =>
      sendDigests({ database, enqueue, signal }, new Date()),
    ),
  ],
  mount: mountEventStream,
})
