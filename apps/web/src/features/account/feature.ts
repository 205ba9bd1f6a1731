import { defineFeature } from '../../navigation/feature.ts'
import { t } from './words.ts'

export const feature = defineFeature({
  pages: [
    { path: '/profile', page: 'ProfilePage' },
    { path: '/QA/profile', page: 'ProfilePage' },
  ],
  menu: [
    { list: 'clients', order: 90, label: () => t('profile'), path: '/profile', icon: 'profile' },
    { list: 'reviewers', order: 90, label: () => t('profile'), path: '/QA/profile', icon: 'profile' },
  ],
})
