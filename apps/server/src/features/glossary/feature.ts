import { defineFeature } from '../../app/feature.ts'
import * as routes from './glossary.routes.ts'

export const feature = defineFeature({ handlers: routes })
