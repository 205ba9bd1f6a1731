import { defineFeature } from '../../app/feature.ts'
import { worker } from '../../app/jobs.ts'
import { forgotPassword } from './passwords/forgot-password.job.ts'
import { mountSessionRoutes } from './session.routes.ts'
import { forgotPasswordJob } from './sessions.jobs.ts'
import { tidySessions } from './tokens/tidy-sessions.ts'

export const feature = defineFeature({
  handlers: {},
  workers: [worker(forgotPasswordJob, forgotPassword)],
  mount: mountSessionRoutes,
  nightly: ({ database }, now) => tidySessions(database, now),
})
