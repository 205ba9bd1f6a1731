import { validateTakedownSearch } from './takedown-search.ts'
import { defineFeature } from '../../navigation/feature.ts'
import { msg } from '../../words/msg.ts'

export const feature = defineFeature({
  pages: [
    { path: '/takedown', page: 'TakedownsPage', search: validateTakedownSearch },
    { path: '/takedown/$takedownId', page: 'TakedownPage' },
  ],
  // An operator of a lottery lives with sellers and their removal: they come first.
  menu: [
    { list: 'clients', order: 50, lotteryOrder: 15, label: msg('Takedowns'), path: '/takedown', icon: 'takedown' },
  ],
})
