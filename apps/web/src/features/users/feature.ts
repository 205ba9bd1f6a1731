import { can } from '@signet/contract/access/permissions'
import { defineFeature } from '../../navigation/feature.ts'
import { t } from './words.ts'

export const feature = defineFeature({
  pages: [{ path: '/addUser', page: 'UsersPage' }],
  menu: [
    {
      list: 'clients',
      order: 150,
      label: () => t('addUser'),
      path: '/addUser',
      icon: 'addUser',
      startsGroup: () => t('people'),
      when: ({ role }) => can(role, 'users:manage'),
    },
  ],
})
