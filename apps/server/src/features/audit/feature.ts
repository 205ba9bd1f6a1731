import { defineFeature } from '../../app/feature.ts'
import { writeHeads } from './audit-heads.ts'
import * as routes from './audit.routes.ts'

export const feature = defineFeature({
  handlers: routes,
  nightly: ({ database, dataDir }, now) => writeHeads(database, dataDir, now),
})
