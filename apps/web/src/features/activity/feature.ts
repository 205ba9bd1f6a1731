import { can } from '@signet/contract/access/permissions'
import { defineFeature } from '../../navigation/feature.ts'
import { t } from './words.ts'

export const feature = defineFeature({
  pages: [
    { path: '/activity', page: 'ActivityPage' },
    { path: '/events', page: 'EventsPage' },
    { path: '/recentActivity', page: 'RecentActivityPage' },
  ],
  menu: [
    { list: 'clients', order: 20, label: () => t('activity'), path: '/activity', icon: 'activity' },
    {
      list: 'clients',
      order: 110,
      label: () => t('recentActivity'),
      path: '/recentActivity',
      icon: 'recent',
      startsGroup: () => t('provider'),
      when: ({ role }) => can(role, 'activity:readAll'),
    },
  ],
})
