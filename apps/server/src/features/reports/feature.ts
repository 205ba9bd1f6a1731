import { defineFeature } from '../../app/feature.ts'
import * as routes from './reports.routes.ts'

export const feature = defineFeature({ handlers: routes })
