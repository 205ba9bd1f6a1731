import { defineFeature } from '../../navigation/feature.ts'
import { msg } from '../../words/msg.ts'

export const feature = defineFeature({
  pages: [
    { path: '/addRequest', page: 'AddRequestPage' },
    { path: '/addRequest/$requestId', page: 'RequestPage' },
  ],
  menu: [{ list: 'clients', order: 40, label: msg('Add Request'), path: '/addRequest', icon: 'request' }],
})
