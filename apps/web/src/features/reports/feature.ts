import { defineFeature } from '../../navigation/feature.ts'
import { msg } from '../../words/msg.ts'

export const feature = defineFeature({
  pages: [{ path: '/reports', page: 'ReportsPage' }],
  menu: [{ list: 'clients', order: 30, label: msg('Reports'), path: '/reports', icon: 'reports' }],
})
