import { defineFeature } from '../../navigation/feature.ts'

export const feature = defineFeature({ pages: [{ path: '/takedown/statistics', page: 'TakedownStatisticsPage' }] })
