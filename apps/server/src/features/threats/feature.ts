import { defineFeature } from '../../app/feature.ts'
import { addEvidence, addToutEvidence } from './record/add-evidence.ts'
import { remarkHandlers } from './record/threat-remarks.ts'
import * as threats from './threats.routes.ts'
import * as touts from './touts.routes.ts'

const remarks = remarkHandlers('threat')

export const feature = defineFeature({
  handlers: {
    ...threats,
    ...touts,
    addEvidence,
    addToutEvidence,
    listRemarks: remarks.list,
    addRemark: remarks.add,
  },
})
