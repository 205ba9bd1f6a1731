import { useCallback, useMemo } from 'react'
import { usePortalSetting } from '../../../../session/portal-settings.ts'
import type { GridStore } from '../../../../ui/grid/columns/grid-store.ts'
import { usePageSearch } from '../../../../url/page-search.ts'
import { validateThreatSearch, type ThreatSearch } from '../../threat-search.ts'

const noOpen = { id: undefined, tab: undefined } satisfies ThreatSearch

/** The URL state of the list, completed by the user's preference for similar threats, and functions that change it. */
export function useListSearch(store: GridStore) {
  const [address, changeSearch] = usePageSearch(validateThreatSearch)
  const [isEvery] = usePortalSetting('everySimilar')
  const usual = isEvery ? 'all' : 'one'
  const search = useMemo(() => ({ ...address, similar: address.similar ?? usual }) as const, [address, usual])
  /** Changes filters or sorting, which gives another list: the open threat, the cursor and the selection are reset. */
  const change = useCallback(
    (changes: Partial<ThreatSearch>, replace = false) => {
      store.reset()
      // The address holds what differs from the default.
      const rows = changes.similar === usual ? { similar: undefined } : {}
      changeSearch({ ...noOpen, ...changes, ...rows }, { replace })
    },
    [changeSearch, store, usual],
  )
  const showOpen = (id: string | undefined, isNew: boolean) =>
    changeSearch(id === undefined ? noOpen : { id }, { replace: !isNew })
  return { search, change, showOpen }
}
