import { defineFeature } from '../../navigation/feature.ts'
import { msg } from '../../words/msg.ts'

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
      label: msg('Data Leaks'),
      path: '/leaks',
      icon: 'leaks',
      when: ({ modules }) => modules.leaks,
    },
    {
      list: 'clients',
      position: 5,
      turn: 5,
      label: msg('Executive Leak Monitor'),
      path: '/kmp',
      icon: 'executive',
      when: ({ modules }) => modules.kmp,
    },
  ],
})
