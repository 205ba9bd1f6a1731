import { defineFeature } from '../../navigation/feature.ts'
import { t } from './words.ts'

export const feature = defineFeature({
  pages: [{ path: '/reports', page: 'ReportsPage' }],
  menu: [{ list: 'clients', order: 30, label: () => t('reports'), path: '/reports', icon: 'reports' }],
})
