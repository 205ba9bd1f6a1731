import { defineFeature } from '../../app/feature.ts'
import { addScimToken } from './scim-token.ts'
import { mountScim } from './scim.routes.ts'

export const feature = defineFeature({ handlers: { addScimToken }, mount: mountScim })
