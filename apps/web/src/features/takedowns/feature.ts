import { validateTakedownSearch } from './takedown-search.ts'
import { defineFeature } from '../../navigation/feature.ts'
import { t } from './words.ts'

export const feature = defineFeature({
  pages: [
    { path: '/takedown', page: 'TakedownsPage', search: validateTakedownSearch },
    { path: '/takedown/contacts', page: 'ContactsPage' },
    { path: '/takedown/letters', page: 'LettersPage' },
    { path: '/takedown/mails', page: 'UnmatchedPage' },
    { path: '/takedown/replyRules', page: 'ReplyRulesPage' },
    { path: '/takedown/$takedownId', page: 'TakedownPage' },
  ],
  // For a lottery operator, unauthorised sellers and their removal are the main task, so takedowns come first.
  menu: [
    { list: 'clients', order: 50, lotteryOrder: 15, label: () => t('takedowns'), path: '/takedown', icon: 'takedown' },
  ],
})
