import { defineFeature } from '../../navigation/feature.ts'
import { t } from './words.ts'

export const feature = defineFeature({
  pages: [{ path: '/test', page: 'TestPage' }],
  menu: [
    {
      list: 'clients',
      order: 120,
      label: () => t('test'),
      path: '/test',
      icon: 'test',
      when: ({ role }) => role === 'superAdmin',
    },
  ],
})
