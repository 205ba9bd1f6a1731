import { defineJob } from '../../app/jobs.ts'

/** Does nothing: that it was done shows that jobs are. */
export const probeJob = defineJob({
  name: 'probe',
  retryLimit: 0,
  expireInSeconds: 60,
})
