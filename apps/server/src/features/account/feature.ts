import { defineFeature } from '../../app/feature.ts'
import * as routes from './account.routes.ts'

export const feature = defineFeature({ handlers: routes })
