import type { Badge } from '../../navigation/badge.ts'
import { unreadNewsQuery, unreadWhatsNewQuery } from './news-seen.ts'

export const badges: readonly Badge[] = [
  { path: '/news', kind: 'new', query: unreadNewsQuery },
  { path: '/whatsnew', kind: 'unread', query: unreadWhatsNewQuery },
]
