import { defineFeature } from '../../navigation/feature.ts'
import { msg } from '../../words/msg.ts'

export const feature = defineFeature({
  pages: [{ path: '/qaActivity', page: 'QaActivityPage' }],
  menu: [
    {
      list: 'clients',
      order: 160,
      label: msg('QA Activity'),
      path: '/qaActivity',
      icon: 'reviewers',
      when: ({ role }) => role === 'superAdmin',
    },
  ],
})
