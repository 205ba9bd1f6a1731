import { homeRouteOf } from '@signet/contract/access/permissions'
import { defineFeature } from '../../navigation/feature.ts'
import { isHomeOfAll } from '../../navigation/navigation.ts'
import { t } from './words.ts'

export const feature = defineFeature({
  pages: [
    { path: '/home', page: 'HomePage', isFirst: true },
    { path: '/clientAdmin/home', page: 'HomePage', isFirst: true },
    { path: '/admin/home', page: 'AdminHomePage', isFirst: true },
    // The home page that a company's configuration sets for its clients, e.g. `/lottery/home`. Other names are redirected earlier.
    { path: '/$name/home', page: 'HomePage', isFirst: true },
  ],
  menu: [
    {
      list: 'clients',
      order: 0,
      label: () => t('home'),
      path: ({ role, config }) => homeRouteOf(role, config.homeRoute),
      icon: 'home',
      startsGroup: (input) => (isHomeOfAll(input) ? t('work') : t('company')),
    },
  ],
})
