import { can } from '@signet/contract/access/permissions'
import { defineFeature } from '../../navigation/feature.ts'
import { t } from './words.ts'

export const feature = defineFeature({
  pages: [{ path: '/email', page: 'EmailPage' }],
  menu: [
    {
      list: 'clients',
      order: 140,
      label: () => t('sendEmail'),
      path: '/email',
      icon: 'email',
      when: ({ role }) => can(role, 'mail:send'),
    },
  ],
})
