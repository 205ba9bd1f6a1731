import { withSource } from '../../navigation/navigation.ts'
import { defineFeature } from '../../navigation/feature.ts'
import { t } from './words.ts'

export const feature = defineFeature({
  pages: [
    { path: '/threats', leadsTo: () => '/threats/All' },
    { path: '/threats/$source', page: 'ThreatsPage', isFirst: true },
    { path: '/threats/$source/$threatId', page: 'ThreatPage', isFirst: true },
    { path: '/touts', page: 'ToutsIndex' },
    { path: '/touts/$source', page: 'ToutsPage' },
    { path: '/touts/$source/$threatId', page: 'ToutPage' },
  ],
  menu: [
    {
      list: 'clients',
      order: 10,
      label: () => t('threats'),
      path: '/threats',
      to: (input) => withSource('/threats', input, input.sources.threats),
      icon: 'threats',
    },
    {
      list: 'clients',
      position: 2,
      turn: 1,
      label: ({ config }) => (config.navigation === 'lottery' ? t('ticketResellers') : t('touts')),
      path: '/touts',
      to: (input) => withSource('/touts', input, input.sources.touts),
      icon: 'touts',
      when: ({ modules }) => modules.touts,
    },
  ],
})
