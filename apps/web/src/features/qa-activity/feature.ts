import { can } from '@signet/contract/access/permissions'
import { defineFeature } from '../../navigation/feature.ts'
import { t } from './words.ts'

export const feature = defineFeature({
  pages: [{ path: '/qaActivity', page: 'QaActivityPage' }],
  menu: [
    {
      list: 'clients',
      order: 160,
      label: () => t('qaActivity'),
      path: '/qaActivity',
      icon: 'reviewers',
      when: ({ role }) => can(role, 'qa:readActivity'),
    },
  ],
})
