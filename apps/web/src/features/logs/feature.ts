import { can } from '@signet/contract/access/permissions'
import { defineFeature } from '../../navigation/feature.ts'
import { t } from './words.ts'

export const feature = defineFeature({
  pages: [{ path: '/traffic', page: 'LogsPage' }],
  menu: [
    {
      list: 'clients',
      order: 170,
      label: () => t('logs'),
      path: '/traffic',
      icon: 'logs',
      startsGroup: () => t('operation'),
      when: ({ role }) => can(role, 'logs:read'),
    },
  ],
})
