import { defineFeature } from '../../navigation/feature.ts'
import { t } from './words.ts'

export const feature = defineFeature({
  pages: [
    { path: '/leaks', page: 'LeaksPage' },
    { path: '/kmp', page: 'PeoplePage' },
  ],
  menu: [
    {
      list: 'clients',
      position: 3,
      turn: 2,
      label: () => t('dataLeaks'),
      path: '/leaks',
      icon: 'leaks',
      when: ({ modules }) => modules.leaks,
    },
    {
      list: 'clients',
      position: 5,
      turn: 5,
      label: () => t('executiveLeakMonitor'),
      path: '/kmp',
      icon: 'executive',
      when: ({ modules }) => modules.kmp,
    },
  ],
})
