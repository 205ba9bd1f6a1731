import { defineFeature } from '../../navigation/feature.ts'
import { msg } from '../../words/msg.ts'

export const feature = defineFeature({
  pages: [{ path: '/email', page: 'EmailPage' }],
  menu: [
    {
      list: 'clients',
      order: 140,
      label: msg('Send Email'),
      path: '/email',
      icon: 'email',
      when: ({ role }) => role === 'superAdmin',
    },
  ],
})
