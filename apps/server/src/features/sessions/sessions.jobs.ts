import { defineJob } from '../../app/jobs.ts'

/** Sends the link to a new password, if there is such a user; `once` tells one request from the next. */
export const forgotPasswordJob = defineJob<{ email: string; origin: string; once: string }>({
  name: 'forgot-password',
  retryLimit: 5,
  expireInSeconds: 60,
})
