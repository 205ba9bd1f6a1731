import { defineFeature } from '../../app/feature.ts'
import * as colleagues from './colleagues/colleagues.routes.ts'
import * as routes from './users.routes.ts'

export const feature = defineFeature({ handlers: { ...routes, ...colleagues } })
