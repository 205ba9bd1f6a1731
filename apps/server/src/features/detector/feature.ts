import { defineFeature } from '../../app/feature.ts'
import * as routes from './detector.routes.ts'

export const feature = defineFeature({ handlers: routes })
