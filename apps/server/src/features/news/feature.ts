import { defineFeature } from '../../app/feature.ts'
import * as routes from './news.routes.ts'

export const feature = defineFeature({ handlers: routes })
