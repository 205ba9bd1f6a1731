import { defineJob } from '../../app/jobs.ts'

/** Does nothing: its completion shows that jobs are processed. */
export const probeJob = defineJob({
  name: 'probe',
  retryLimit: 0,
  expireInSeconds: 60,
})
