import { defineJob } from '../../app/jobs.ts'

/** Finds domains whose look-up is due; runs every minute. */
export const observeJob = defineJob({
  name: 'observe',
  retryLimit: 0,
  expireInSeconds: 300,
  schedule: '* * * * *',
  isAccelerated: true,
})

/** Queries block lists for the targets of open takedowns, each about once an hour. */
export const blockListsJob = defineJob({
  name: 'block-lists',
  retryLimit: 0,
  expireInSeconds: 15 * 60,
  schedule: '*/10 * * * *',
})
