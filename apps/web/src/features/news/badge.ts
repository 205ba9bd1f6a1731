import type { Badge } from '../../navigation/badge.ts'
import { unreadNewsQuery } from './news-seen.ts'
import { unreadWhatsNewQuery } from './whats-new/whats-new-seen.ts'

export const badges: readonly Badge[] = [
  { path: '/news', kind: 'new', query: unreadNewsQuery },
  { path: '/whatsnew', kind: 'unread', query: unreadWhatsNewQuery },
]
