import { defineFeature } from '../../app/feature.ts'
import * as routes from './assignments.routes.ts'

export const feature = defineFeature({ handlers: routes })
