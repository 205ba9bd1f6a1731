import { hourMs } from '@signet/contract/time'
import { defineFeature } from '../../app/feature.ts'
import { worker } from '../../app/jobs.ts'
import { followMailboxes } from './follow-mailboxes.ts'
import { followMailboxesJob } from './inbound-mail.jobs.ts'
import { mountInboundMail } from './inbound-mail.routes.ts'
import * as mailboxes from './mailboxes.routes.ts'

/** A job that follows mailboxes ends regularly, so that no run exceeds its time limit. */
const followForMs = hourMs

export const feature = defineFeature({
  handlers: mailboxes,
  workers: [
    worker(followMailboxesJob, async (parts, _data, run) => {
      const signal = AbortSignal.any([run.signal, run.stopping])
      const hasFollowed = await followMailboxes(parts, signal, followForMs)
      if (hasFollowed && !signal.aborted) {
        await parts.database.inCompanies([], (tx) => parts.enqueue(tx, followMailboxesJob, {}))
      }
    }),
  ],
  mount: mountInboundMail,
})
