import { hourMs } from '@signet/contract/time'
import { defineFeature } from '../../app/feature.ts'
import { worker } from '../../app/jobs.ts'
import * as automatic from './automatic/automatic-decisions.routes.ts'
import { decideAutomatically } from './automatic/decide-automatically.job.ts'
import { announcementJob, automaticDecisionsJob } from './qa.jobs.ts'
import * as addThreats from './records/add-threats.routes.ts'
import * as mailThreats from './records/mail-threats.routes.ts'
import * as sharers from './sharers.routes.ts'
import * as merge from './records/merge.routes.ts'
import * as touts from './qa-touts.routes.ts'
import * as work from './qa-work.routes.ts'
import * as review from './qa.routes.ts'
import { undoHours } from './review/last-steps.queries.ts'
import { runAnnouncement } from './review/announce-published.ts'
import * as backlog from './backlog/review-backlog.routes.ts'
import * as second from './second/second-reviews.routes.ts'
import * as policy from './review/review-policy.routes.ts'

export const feature = defineFeature({
  handlers: {
    ...review,
    ...touts,
    ...addThreats,
    ...mailThreats,
    ...sharers,
    ...merge,
    ...work,
    ...policy,
    ...automatic,
    ...second,
    ...backlog,
  },
  kept: [{ table: 'qa_last_steps', since: 'at', keep: { ms: undoHours * hourMs } }],
  workers: [
    worker(announcementJob, runAnnouncement),
    worker(automaticDecisionsJob, (parts, _data, { stopping }) => decideAutomatically(parts, stopping)),
  ],
})
