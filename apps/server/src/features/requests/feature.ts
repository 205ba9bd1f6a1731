import { defineFeature } from '../../app/feature.ts'
import * as routes from './requests.routes.ts'

export const feature = defineFeature({ handlers: routes })
