import { dayMs } from '@signet/contract/time'
import { defineFeature } from '../../app/feature.ts'
import { worker } from '../../app/jobs.ts'
import { preserveEvidenceJob } from '../cases/cases.jobs.ts'
import { sortMailJob } from '../inbound-mail/inbound-mail.jobs.ts'
import { addAttempt, changeAttempt, sendAttempt } from './attempts.ts'
import { listTakedownContacts } from './case-contacts.ts'
import { followTakedown } from './follow-takedown.ts'
import { lookUpTickets } from './look-up-tickets.job.ts'
import { lookUpTicketsJob } from './takedowns.jobs.ts'
import { authoriseTakedown, moveTakedown, reopenTakedown } from './move-takedown.ts'
import { listNoticeChannels, putNoticeChannel } from './notice-channels.ts'
import { noticeRefusal, noticeSettled } from './notice-settled.ts'
import { preserveEvidence } from './preserve-evidence.job.ts'
import * as replies from './replies.routes.ts'
import { mountSigningKeys } from './signing-keys.routes.ts'
import { sortMail } from './sort-mail.job.ts'
import { mountTakedownPacks } from './takedown-pack.ts'
import * as policy from './takedown-policy.routes.ts'
import * as routes from './takedowns.routes.ts'
import { draftNotice, getNotice } from './write-notice.ts'

export const feature = defineFeature({
  handlers: {
    ...routes,
    ...replies,
    ...policy,
    addAttempt,
    changeAttempt,
    sendAttempt,
    draftNotice,
    getNotice,
    listNoticeChannels,
    putNoticeChannel,
    listTakedownContacts,
    authoriseTakedown,
    moveTakedown,
    reopenTakedown,
  },
  workers: [
    worker(preserveEvidenceJob, preserveEvidence),
    worker(sortMailJob, sortMail),
    worker(lookUpTicketsJob, lookUpTickets),
  ],
  mount(server, app) {
    mountTakedownPacks(server, app)
    mountSigningKeys(server, app)
  },
  // A case shows the last two days; the outcome of the checks is in its history.
  kept: [{ table: 'takedown_checks', since: 'at', forMs: 30 * dayMs }],
  followLook: followTakedown,
  mailSettled: noticeSettled,
  mailRefusal: noticeRefusal,
})
