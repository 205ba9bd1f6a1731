import { usePageSearch } from '../../../url/page-search.ts'
import { oneOf } from '../../../url/search-params.ts'

const tabs = ['evidence', 'technical', 'details', 'similar', 'history'] as const
export type PanelTab = (typeof tabs)[number]

const validate = (raw: Record<string, unknown>) => ({ tab: oneOf(raw['tab'], tabs) })

/**
 * The tab of the panel. It is in the address, so that a link and a reload show it.
 *
 * @param hasTechnical in a list of several sources, the next threat may have no domain, and so no technical tab
 */
export function usePanelTab(hasTechnical: boolean): [tab: PanelTab, change: (tab: PanelTab) => void] {
  const [{ tab = 'evidence' }, changeSearch] = usePageSearch(validate)
  return [
    tab === 'technical' && !hasTechnical ? 'evidence' : tab,
    (next) => changeSearch({ tab: next === 'evidence' ? undefined : next }, { replace: true }),
  ]
}
