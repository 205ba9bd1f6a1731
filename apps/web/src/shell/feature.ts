import { can } from '@signet/contract/access/permissions'
import { defineFeature } from '../navigation/feature.ts'
import { t } from './words.ts'

/** Pages that belong to no feature or combine two. */
export const feature = defineFeature({
  pages: [
    // Pages named in the configuration of a company. All other paths are not found.
    { path: '/$', page: 'ExtraPage' },
    { path: '/addThreats', page: 'AddOrReportPage' },
  ],
  menu: [
    {
      list: 'clients',
      position: 2,
      turn: 6,
      label: () => t('addThreats'),
      path: '/addThreats',
      icon: 'add',
      // Users who may neither add nor request anything would only see an error.
      when: ({ role, config }) => config.addThreats && (can(role, 'threats:add') || can(role, 'requests:use')),
    },
  ],
})
