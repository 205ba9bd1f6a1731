import { defineFeature } from '../../app/feature.ts'
import * as routes from './activity.routes.ts'

export const feature = defineFeature({ handlers: routes })
