import { defineFeature } from '../../navigation/feature.ts'
import { msg } from '../../words/msg.ts'

export const feature = defineFeature({
  pages: [{ path: '/test', page: 'TestPage' }],
  menu: [
    {
      list: 'clients',
      order: 120,
      label: msg('Test'),
      path: '/test',
      icon: 'test',
      when: ({ role }) => role === 'superAdmin',
    },
  ],
})
