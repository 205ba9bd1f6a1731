import { defineJob } from '../../app/jobs.ts'

/** Writes the daily and weekly summaries, once a day for each reader; runs every hour, because companies are in different time zones. */
export const digestsJob = defineJob({
  name: 'digests',
  retryLimit: 5,
  expireInSeconds: 1800,
  schedule: '40 * * * *',
})

/** Published records that users who subscribed to a view may be notified of. */
export interface SubscribedRecords {
  companyId: number
  threatIds: string[]
  /** Who published them and isn't notified. */
  userId: string | null
}

/** Notifies users of published records in the views that they subscribed to; enqueued when the grace period is over. */
export const subscribedViewsJob = defineJob<SubscribedRecords>({
  name: 'subscribed-views',
  retryLimit: 5,
  expireInSeconds: 300,
  perCompany: 1,
})
