import { IconAlertTriangle } from '@tabler/icons-react'
import type { QueryFilters } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { queryClient } from '../../api/query-client.ts'
import { updatedText } from '../../format/time/time-ago.ts'
import { Inline } from '../../ui/layout/parts.tsx'
import { useNow } from '../../ui/text/use-now.ts'
import { t } from '../words.ts'
import css from './offline-bar.module.css'

/** Queries on screen that have data but whose last refresh failed. */
const stale: QueryFilters = {
  type: 'active',
  predicate: ({ state: { data, status } }) => status === 'error' && data !== undefined,
}

/** When the oldest data on screen that couldn't be refreshed was loaded, in milliseconds; 0 if there is none. */
function staleSince(): number {
  const times = queryClient
    .getQueryCache()
    .findAll(stale)
    .map(({ state }) => state.dataUpdatedAt)
  return times.length > 0 ? Math.min(...times) : 0
}

const subscribe = (listener: () => void) => queryClient.getQueryCache().subscribe(listener)

/** A bar under the header while the screen shows old data because a refresh failed: since when, and a retry. */
export function StaleBar() {
  const since = useSyncExternalStore(subscribe, staleSince)
  const now = useNow()
  if (since === 0) return null
  return (
    <Inline as="p" wrap weight="medium" tone="caution" pad="2 5" className={css.bar}>
      <IconAlertTriangle size={16} stroke={1.7} aria-hidden="true" />
      {t('refreshFailed')}
      {/* The increasing age isn't worth an announcement. */}
      <span aria-live="off">{updatedText(since, now)}</span>
      <button type="button" className={css.again} onClick={() => void queryClient.refetchQueries(stale)}>
        {t('retry')}
      </button>
    </Inline>
  )
}
