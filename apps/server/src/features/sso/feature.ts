import { defineFeature } from '../../app/feature.ts'
import { mountSsoRoutes } from './sso-sign-in.routes.ts'
import { getSso, putSso, testSso } from './sso.routes.ts'

export const feature = defineFeature({ handlers: { getSso, putSso, testSso }, mount: mountSsoRoutes })
