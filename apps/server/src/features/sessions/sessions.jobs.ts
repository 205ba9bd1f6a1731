import { defineJob } from '../../app/jobs.ts'

/** Sends the link for a new password if the user exists; `once` distinguishes requests. */
export const forgotPasswordJob = defineJob<{ email: string; origin: string; once: string }>({
  name: 'forgot-password',
  retryLimit: 5,
  expireInSeconds: 60,
})
