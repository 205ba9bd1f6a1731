import { can } from '@signet/contract/access/permissions'
import { defineFeature } from '../../navigation/feature.ts'
import { t } from './words.ts'

export const feature = defineFeature({
  pages: [{ path: '/test', page: 'SystemHealthPage' }],
  menu: [
    {
      list: 'clients',
      order: 120,
      label: () => t('test'),
      // The specification uses the path `/test` for the system health page.
      path: '/test',
      icon: 'test',
      when: ({ role }) => can(role, 'systemHealth:check'),
    },
  ],
})
