import { defineFeature } from '../../app/feature.ts'
import * as routes from './deeper-analyses.routes.ts'

export const feature = defineFeature({ handlers: routes })
