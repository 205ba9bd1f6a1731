import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useCompany } from '../../../session/company.ts'
import { useRecords } from '../records.ts'
import { snackbar } from '../../../ui/feedback/messages/toasts.ts'
import { viewsQuery } from '../../../parts/threats/saved-views.api.ts'
import { shippedViews } from '../../../parts/threats/shipped-views.ts'
import type { ThreatSearch } from '../threat-search.ts'
import { isBareLink, searchOfView, type AnyView } from './view-set.ts'
import { t } from './words.ts'

/** The view in the URL. A link with only a view is expanded with its filters, once. */
export function useView(search: ThreatSearch, fill: (search: ThreatSearch) => void): AnyView | undefined {
  const company = useCompany()
  const { name } = useRecords()
  const shipped = shippedViews.find(({ id }) => id === search.view)
  const saved = useQuery({ ...viewsQuery(company, name), enabled: search.view !== undefined && !shipped })
  const view: AnyView | undefined = shipped ?? saved.data?.find(({ id }) => id === search.view)
  const isLost = search.view !== undefined && !view && (saved.isError || saved.isSuccess)
  // Only the URL that the page was opened with is checked, so that filters cleared later stay cleared.
  const isToFill = useRef(isBareLink(search))
  useEffect(() => {
    if (!isToFill.current || !view) return
    isToFill.current = false
    if (isBareLink(search)) fill({ ...searchOfView(view.filters, new Date()), view: view.id, id: search.id })
  }, [view, search, fill])
  useEffect(() => {
    if (!isToFill.current || !isLost) return
    isToFill.current = false
    snackbar(t('viewLost'), { isFailure: true })
  }, [isLost])
  return view
}
