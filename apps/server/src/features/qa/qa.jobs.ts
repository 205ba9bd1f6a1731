import { defineJob } from '../../app/jobs.ts'

/** Records of which the client is to be notified, and who published them when; null if nobody did. */
export interface PublishedRecords {
  companyId: number
  threatIds: string[]
  publishedAt: string
  userId: string | null
}

/** Decides on waiting threats without a reviewer, where the policy of their company allows it. */
export const automaticDecisionsJob = defineJob({
  name: 'automatic-decisions',
  retryLimit: 3,
  expireInSeconds: 600,
  schedule: '*/5 * * * *',
})

/** Notifies the client of published records when the grace period is over. */
export const announcementJob = defineJob<PublishedRecords>({
  name: 'announcement-of-published',
  retryLimit: 20,
  expireInSeconds: 300,
})
