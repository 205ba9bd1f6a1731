import { defineFeature } from '../../app/feature.ts'
import { worker } from '../../app/jobs.ts'
import * as assets from './assets.routes.ts'
import * as captures from './brand-captures.ts'
import * as logos from './brand-logos.ts'
import { proposeAssets } from './proposals/propose-assets.job.ts'
import { proposeAssetsJob } from './proposals/proposals.jobs.ts'
import * as proposals from './proposals/proposals.routes.ts'
import * as ownFindings from './own-findings.routes.ts'

export const feature = defineFeature({
  handlers: { ...assets, ...captures, ...logos, ...ownFindings, ...proposals },
  workers: [worker(proposeAssetsJob, proposeAssets)],
})
