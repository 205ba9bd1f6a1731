import { dayMs } from '@signet/contract/time'
import { defineFeature } from '../../app/feature.ts'
import { dropDays, liveEventDays, liveEvents, prepareLiveEvents } from '../../db/daily-partitions.ts'
import { worker } from '../../app/jobs.ts'
import * as alerts from './alerts.routes.ts'
import { listMentionable } from './mentions.routes.ts'
import * as notificationRules from './notification-rules.routes.ts'
import { digestsJob } from './notifications.jobs.ts'
import * as notifications from './notifications.routes.ts'
import { sendDigests } from './send-digests.job.ts'
import { mountEventStream } from './stream.routes.ts'

export const feature = defineFeature({
  handlers: { ...alerts, ...notificationRules, ...notifications, listMentionable },
  workers: [
    worker(digestsJob, ({ database, enqueue, log }, _data, { signal }) =>
      sendDigests({ database, enqueue, log, signal }, new Date()),
    ),
  ],
  mount: mountEventStream,
  kept: [{ table: 'notifications', since: 'at', keep: 'notifications' }],
  async nightly({ database }, now) {
    await dropDays(database, liveEvents, new Date(now.getTime() - liveEventDays * dayMs))
    await prepareLiveEvents(database, now)
  },
})
