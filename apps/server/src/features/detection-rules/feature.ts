import { dayMs } from '@signet/contract/time'
import { defineFeature } from '../../app/feature.ts'
import { worker } from '../../app/jobs.ts'
import { runAssetHunt } from './asset-hunt.job.ts'
import { assetHuntJob } from './asset-hunts.jobs.ts'
import * as assetHunts from './asset-hunts.routes.ts'
import * as rules from './detection-rules.routes.ts'
import { runHunt } from './rule-hunt.job.ts'
import { ruleHuntJob } from './rule-hunts.jobs.ts'
import * as hunts from './rule-hunts.routes.ts'

/** How long it stays on record what a rule changed or held back. */
const effectsKeptMs = 366 * dayMs
/** How long the results of hunts are stored. */
const huntsKeptMs = 90 * dayMs
/** Hunts with assets are a preview: nobody reads them later. */
const assetHuntsKeptMs = 7 * dayMs

export const feature = defineFeature({
  handlers: { ...rules, ...hunts, ...assetHunts },
  workers: [worker(ruleHuntJob, runHunt), worker(assetHuntJob, (parts, data, run) => runAssetHunt(parts, data, run))],
  kept: [
    { table: 'rule_effects', since: 'at', keep: { ms: effectsKeptMs } },
    { table: 'asset_hunts', since: 'created_at', keep: { ms: assetHuntsKeptMs } },
    { table: 'rule_hunts', since: 'created_at', keep: { ms: huntsKeptMs } },
  ],
})
