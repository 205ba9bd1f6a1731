import { defineFeature } from '../../app/feature.ts'
import * as routes from './user-admin.routes.ts'

export const feature = defineFeature({ handlers: routes })
