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

/** Measures what tables, companies and files take on disk; runs once a day, after the clean-up. */
export const measureDiskUseJob = defineJob({
  name: 'measure-disk-use',
  retryLimit: 2,
  expireInSeconds: 900,
  schedule: '47 3 * * *',
})
