import { defineFeature } from '../../app/feature.ts'
import * as routes from './api-keys.routes.ts'

export const feature = defineFeature({ handlers: routes })
