import { defineFeature } from '../../app/feature.ts'
import { listEvents } from './events.routes.ts'

export const feature = defineFeature({ handlers: { listEvents } })
