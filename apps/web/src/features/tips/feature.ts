import { defineFeature } from '../../navigation/feature.ts'

export const feature = defineFeature({ pages: [{ path: '/report/$company', page: 'TipPage' }] })
