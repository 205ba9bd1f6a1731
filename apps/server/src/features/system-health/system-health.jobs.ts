import { defineJob } from '../../app/jobs.ts'

/** Does nothing: its completion shows that jobs are processed. */
export const probeJob = defineJob({
  name: 'probe',
  retryLimit: 0,
  expireInSeconds: 60,
})

/** Notes which parts of the installation are in trouble, and notifies its operators of new ones. */
export const watchInstallationJob = defineJob({
  name: 'watch-installation',
  retryLimit: 0,
  expireInSeconds: 50,
  schedule: '* * * * *',
})
