import { defineFeature } from '../../app/feature.ts'
import * as routes from './logs.routes.ts'
import { tidyRequests } from './tidy-requests.ts'

export const feature = defineFeature({
  handlers: routes,
  nightly: ({ database, logDays }, now) => tidyRequests(database, now, logDays),
})
