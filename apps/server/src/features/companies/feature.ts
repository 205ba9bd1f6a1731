import { defineFeature } from '../../app/feature.ts'
import * as routes from './companies.routes.ts'

export const feature = defineFeature({ handlers: routes })
