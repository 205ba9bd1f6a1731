import type { Badge } from '../../navigation/badge.ts'
import { newLeaksQuery } from './leaks-seen.ts'

export const badges: readonly Badge[] = [{ path: '/leaks', kind: 'new', query: newLeaksQuery }]
