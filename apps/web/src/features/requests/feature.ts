import { defineFeature } from '../../navigation/feature.ts'
import { t } from './words.ts'

export const feature = defineFeature({
  pages: [
    { path: '/addRequest', page: 'AddRequestPage' },
    { path: '/addRequest/$requestId', page: 'RequestPage' },
  ],
  menu: [{ list: 'clients', order: 40, label: () => t('addRequest'), path: '/addRequest', icon: 'request' }],
})
