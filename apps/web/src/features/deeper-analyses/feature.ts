import { defineFeature } from '../../navigation/feature.ts'
import { msg } from '../../words/msg.ts'

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
      label: msg('Deeper Analysis'),
      path: '/deeperAnalysis',
      icon: 'analysis',
    },
  ],
})
