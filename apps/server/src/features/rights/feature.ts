import { defineFeature } from '../../app/feature.ts'
import { remindOfExpiry } from './remind-of-expiry.ts'
import * as routes from './rights.routes.ts'

export const feature = defineFeature({ handlers: routes, nightly: remindOfExpiry })
