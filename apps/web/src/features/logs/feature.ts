import { defineFeature } from '../../navigation/feature.ts'
import { msg } from '../../words/msg.ts'

export const feature = defineFeature({
  pages: [{ path: '/traffic', page: 'LogsPage' }],
  menu: [
    {
      list: 'clients',
      order: 170,
      label: msg('Logs'),
      path: '/traffic',
      icon: 'logs',
      when: ({ role }) => role === 'superAdmin',
    },
  ],
})
