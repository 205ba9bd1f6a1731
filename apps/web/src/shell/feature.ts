import { can } from '@signet/contract/permissions'
import { defineFeature } from '../navigation/feature.ts'
import { t } from './words.ts'

/** What belongs to no feature, or joins two. */
export const feature = defineFeature({
  pages: [
    // Pages that companies name in their configuration; whatever else leads here leads nowhere.
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
      // Who may neither add one nor ask for one would come to a refusal.
      when: ({ role, config }) => config.addThreats && (can(role, 'threats:add') || can(role, 'requests:use')),
    },
  ],
})
