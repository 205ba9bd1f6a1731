import { defineFeature } from '../../navigation/feature.ts'
import { msg } from '../../words/msg.ts'

export const feature = defineFeature({
  pages: [
    { path: '/activity', page: 'ActivityPage' },
    { path: '/events', page: 'EventsPage' },
    { path: '/recentActivity', page: 'RecentActivityPage' },
  ],
  menu: [
    { list: 'clients', order: 20, label: msg('Activity'), path: '/activity', icon: 'activity' },
    {
      list: 'clients',
      order: 110,
      label: msg('Recent Activity'),
      path: '/recentActivity',
      icon: 'recent',
      startsGroup: true,
      when: ({ role }) => role === 'superAdmin',
    },
  ],
})
