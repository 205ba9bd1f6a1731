import { defineFeature } from '../../app/feature.ts'
import { worker } from '../../app/jobs.ts'
import * as assets from './assets.routes.ts'
import * as captures from './brand-captures.ts'
import * as logos from './brand-logos.ts'
import { harvest } from './harvest/harvest.job.ts'
import { harvestJob } from './harvest/harvest.jobs.ts'
import * as proposals from './harvest/proposals.routes.ts'
import * as ownFindings from './own-findings.routes.ts'

export const feature = defineFeature({
  handlers: { ...assets, ...captures, ...logos, ...ownFindings, ...proposals },
  workers: [worker(harvestJob, harvest)],
})
