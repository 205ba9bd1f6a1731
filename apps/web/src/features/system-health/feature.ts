import { can } from '@signet/contract/access/permissions'
import { defineFeature } from '../../navigation/feature.ts'
import { t } from './words.ts'

export const feature = defineFeature({
  pages: [{ path: '/test', page: 'SystemHealthPage' }],
  menu: [
    {
      list: 'clients',
      order: 120,
      label: () => t('systemHealth'),
      // The specification calls the page "Test"; its path stays.
      path: '/test',
      icon: 'test',
      when: ({ role }) => can(role, 'systemHealth:check'),
    },
  ],
})
