import { dayMs } from '@signet/contract/time'
import { defineFeature } from '../../app/feature.ts'
import { worker } from '../../app/jobs.ts'
import { preserveEvidenceJob } from '../cases/cases.jobs.ts'
import { sortMailJob } from '../inbound-mail/inbound-mail.jobs.ts'
import { attachEvidence } from './notices/attach-evidence.ts'
import { addAttempt, changeAttempt, sendAttempt } from './notices/attempts.ts'
import { listTakedownContacts } from './contacts/case-contacts.ts'
import { followTakedown } from './following/follow-takedown.ts'
import { lookUpTickets } from './notices/look-up-tickets.job.ts'
import { takeNextSteps } from './following/take-next-step.job.ts'
import { lookUpTicketsJob, takeNextStepsJob } from './takedowns.jobs.ts'
import { authoriseTakedown, moveTakedown, reopenTakedown } from './move-takedown.ts'
import { listNoticeChannels, putNoticeChannel } from './notices/notice-channels.ts'
import { noticeRefusal, noticeSettled } from './notices/notice-settled.ts'
import * as letters from './letters/notice-letters.routes.ts'
import { listTakedownPacks } from './packs/list-packs.ts'
import { preserveEvidence } from './packs/preserve-evidence.job.ts'
import * as replyRules from './replies/reply-rules.routes.ts'
import * as replies from './replies/replies.routes.ts'
import { mountSigningKeys } from './packs/signing-keys.routes.ts'
import { sortMail } from './replies/sort-mail.job.ts'
import { mountTakedownPacks } from './packs/takedown-pack.ts'
import * as policy from './following/takedown-policy.routes.ts'
import * as routes from './takedowns.routes.ts'
import { draftNotice, getNotice } from './notices/write-notice.ts'

export const feature = defineFeature({
  handlers: {
    ...routes,
    ...replies,
    ...replyRules,
    ...letters,
    ...policy,
    addAttempt,
    changeAttempt,
    sendAttempt,
    draftNotice,
    getNotice,
    listNoticeChannels,
    putNoticeChannel,
    listTakedownContacts,
    listTakedownPacks,
    authoriseTakedown,
    moveTakedown,
    reopenTakedown,
  },
  workers: [
    worker(preserveEvidenceJob, preserveEvidence),
    worker(sortMailJob, sortMail),
    worker(takeNextStepsJob, (parts, _data, { stopping }) => takeNextSteps(parts, new Date(), stopping)),
    worker(lookUpTicketsJob, (parts) => lookUpTickets(parts, new Date())),
  ],
  mount(server, app) {
    mountTakedownPacks(server, app)
    mountSigningKeys(server, app)
  },
  // A case shows the last two days; the outcome of the checks is in its history.
  kept: [{ table: 'takedown_checks', since: 'at', keep: { ms: 30 * dayMs } }],
  followCheck: followTakedown,
  mailSettled: noticeSettled,
  mailRefusal: noticeRefusal,
  prepareMail: attachEvidence,
})
