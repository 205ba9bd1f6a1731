import { defineJob } from '../../app/jobs.ts'

export interface PasswordRequest {
  email: string
  /** Of the portal that the link leads to. */
  origin: string
  /** Distinguishes requests. */
  once: string
}

/** Sends the link for a new password if the user exists. */
export const forgotPasswordJob = defineJob<PasswordRequest>({
  name: 'forgot-password',
  retryLimit: 5,
  expireInSeconds: 60,
})
