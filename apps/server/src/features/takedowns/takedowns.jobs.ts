import { defineJob } from '../../app/jobs.ts'

/** Writes the reminders and escalations that are due. */
export const takeNextStepsJob = defineJob({
  name: 'take-next-steps',
  retryLimit: 0,
  expireInSeconds: 15 * 60,
  schedule: '* * * * *',
  isAccelerated: true,
})

/** Asks the services with an API what became of the reports that they accepted. */
export const lookUpTicketsJob = defineJob({
  name: 'look-up-tickets',
  retryLimit: 0,
  expireInSeconds: 15 * 60,
  schedule: '23 * * * *',
})
