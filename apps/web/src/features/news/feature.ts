import { defineFeature } from '../../navigation/feature.ts'
import { msg } from '../../words/msg.ts'

export const feature = defineFeature({
  pages: [
    { path: '/news', page: 'NewsPage' },
    // Where notifications lead: one piece of news, in the panel beside the others.
    { path: '/news/$newsId', leadsTo: ({ newsId = '' }) => `/news?id=${encodeURIComponent(newsId)}` },
    { path: '/whatsnew', page: 'WhatsNewPage' },
  ],
  menu: [
    {
      list: 'clients',
      position: 4,
      turn: 3,
      label: msg('News'),
      path: '/news',
      icon: 'news',
      when: ({ modules }) => modules.news,
    },
    {
      list: 'clients',
      order: 100,
      label: msg("What's New"),
      path: '/whatsnew',
      icon: 'new',
      when: ({ modules }) => modules.news,
    },
  ],
})
