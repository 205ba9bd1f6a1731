import { defineFeature } from '../../navigation/feature.ts'

export const feature = defineFeature({ pages: [{ path: '/verify', page: 'VerifyPage' }] })
