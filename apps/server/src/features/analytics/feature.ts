import { defineFeature } from '../../app/feature.ts'
import * as analytics from './analytics.routes.ts'
import { getLoginAnalytics } from './login-analytics.queries.ts'
import * as overview from './overview.routes.ts'
import * as touts from './tout-figures.routes.ts'

export const feature = defineFeature({ handlers: { ...analytics, ...overview, ...touts, getLoginAnalytics } })
