import { defineFeature } from '../../app/feature.ts'
import * as routes from './onboarding.routes.ts'

export const feature = defineFeature({ handlers: routes })
