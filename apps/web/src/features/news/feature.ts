import { defineFeature } from '../../navigation/feature.ts'
import { t } from './words.ts'

export const feature = defineFeature({
  pages: [
    { path: '/news', page: 'NewsPage' },
    // The target of notifications: one news item, in the panel next to the others.
    { path: '/news/$newsId', leadsTo: ({ newsId = '' }) => `/news?id=${encodeURIComponent(newsId)}` },
    { path: '/whatsnew', page: 'WhatsNewPage' },
  ],
  menu: [
    {
      list: 'clients',
      position: 4,
      turn: 3,
      label: () => t('news'),
      path: '/news',
      icon: 'news',
      when: ({ modules }) => modules.news,
    },
    {
      list: 'clients',
      order: 100,
      label: () => t('whatsNew'),
      path: '/whatsnew',
      icon: 'new',
      when: ({ modules }) => modules.news,
    },
  ],
})
