import { defineFeature } from '../../app/feature.ts'
import * as routes from './takedown-statistics.routes.ts'

export const feature = defineFeature({ handlers: routes })
