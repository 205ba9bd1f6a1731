import { defineFeature } from '../../app/feature.ts'
import * as handlers from './detection-quality.routes.ts'

export const feature = defineFeature({ handlers })
