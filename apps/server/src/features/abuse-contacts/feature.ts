import { defineFeature } from '../../app/feature.ts'
import * as routes from './abuse-contacts.routes.ts'

export const feature = defineFeature({ handlers: { ...routes } })
