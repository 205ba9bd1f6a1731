import { defineFeature } from '../../app/feature.ts'
import { addEvidence, addToutEvidence } from './record/add-evidence.ts'
import * as threats from './threats.routes.ts'
import * as touts from './touts.routes.ts'

export const feature = defineFeature({
  handlers: {
    ...threats,
    ...touts,
    addEvidence,
    addToutEvidence,
  },
})
