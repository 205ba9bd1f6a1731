import { can } from '@signet/contract/access/permissions'
import { defineFeature } from '../../navigation/feature.ts'
import { t } from './words.ts'

export const feature = defineFeature({
  pages: [{ path: '/notifications', page: 'NotificationsPage' }],
  menu: [
    {
      list: 'clients',
      order: 180,
      label: () => t('notificationsManager'),
      path: '/notifications',
      icon: 'rules',
      when: ({ role }) => can(role, 'notifications:manage'),
    },
  ],
})
