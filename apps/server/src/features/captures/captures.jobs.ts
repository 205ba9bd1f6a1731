import { defineJob } from '../../app/jobs.ts'

/** Captures the page of a threat. A browser needs memory, so one runs at a time. */
export const captureJob = defineJob<{ companyId: number; captureId: string }>({
  name: 'capture',
  retryLimit: 2,
  expireInSeconds: 900,
})

/** Compares a finished capture with the brand that its page may imitate. */
export const compareCaptureJob = defineJob<{ companyId: number; captureId: string }>({
  name: 'compareCapture',
  retryLimit: 2,
  expireInSeconds: 300,
})

/** Finds new threats that are captured without a request. */
export const captureNewJob = defineJob({
  name: 'captureNew',
  retryLimit: 0,
  expireInSeconds: 300,
  schedule: '* * * * *',
})
