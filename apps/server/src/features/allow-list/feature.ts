import { defineFeature } from '../../app/feature.ts'
import * as routes from './allow-list.routes.ts'

export const feature = defineFeature({ handlers: routes })
