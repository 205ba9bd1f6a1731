import { defineFeature } from '../../app/feature.ts'
import * as routes from './views.routes.ts'

export const feature = defineFeature({ handlers: routes })
