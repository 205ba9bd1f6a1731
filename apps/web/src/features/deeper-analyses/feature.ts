import { defineFeature } from '../../navigation/feature.ts'
import { t } from './words.ts'

export const feature = defineFeature({
  pages: [
    { path: '/deeperAnalysis', page: 'AnalysesPage' },
    { path: '/deeperAnalysis/$analysisId', page: 'AnalysisPage' },
  ],
  menu: [
    {
      list: 'clients',
      order: 70,
      lotteryOrder: 55,
      label: () => t('pageTitle'),
      path: '/deeperAnalysis',
      icon: 'analysis',
    },
  ],
})
