import { defineFeature } from '../../navigation/feature.ts'
import { msg } from '../../words/msg.ts'

export const feature = defineFeature({
  pages: [{ path: '/addUser', page: 'UsersPage' }],
  menu: [
    {
      list: 'clients',
      order: 150,
      label: msg('Add User'),
      path: '/addUser',
      icon: 'addUser',
      when: ({ role }) => role === 'superAdmin',
    },
  ],
})
