import { defineFeature } from '../../app/feature.ts'
import * as routes from './abuse-contacts.routes.ts'
import { listTakedownContacts } from './case-contacts.ts'

export const feature = defineFeature({ handlers: { ...routes, listTakedownContacts } })
