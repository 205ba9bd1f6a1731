import { defineFeature } from '../../navigation/feature.ts'
import { msg } from '../../words/msg.ts'

export const feature = defineFeature({
  pages: [{ path: '/notifications', page: 'AnnouncementsPage' }],
  menu: [
    {
      list: 'clients',
      order: 180,
      label: msg('Notifications Manager'),
      path: '/notifications',
      icon: 'rules',
      when: ({ role }) => role === 'superAdmin',
    },
  ],
})
