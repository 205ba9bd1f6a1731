import { defineFeature } from '../../navigation/feature.ts'
import { msg } from '../../words/msg.ts'

export const feature = defineFeature({
  pages: [
    { path: '/profile', page: 'ProfilePage' },
    { path: '/QA/profile', page: 'ProfilePage' },
  ],
  menu: [
    { list: 'clients', order: 90, label: msg('Profile'), path: '/profile', icon: 'profile' },
    { list: 'reviewers', order: 90, label: msg('Profile'), path: '/QA/profile', icon: 'profile' },
  ],
})
