import { defineFeature } from '../../app/feature.ts'
import * as addThreats from './records/add-threats.routes.ts'
import * as sharers from './sharers.routes.ts'
import * as merge from './records/merge.routes.ts'
import * as touts from './qa-touts.routes.ts'
import * as work from './qa-work.routes.ts'
import * as review from './qa.routes.ts'

const { reviewMany: reviewThreats, ...threats } = review

export const feature = defineFeature({
  handlers: { ...threats, ...touts, ...addThreats, ...sharers, ...merge, ...work, reviewThreats },
})
