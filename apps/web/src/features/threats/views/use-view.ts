import { listViews } from '@signet/contract/views'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call } from '../../../api/call.ts'
import { useCompany } from '../../../session/company.ts'
import { useRecords } from '../records.ts'
import { shippedViews } from '../../../parts/threats/shipped-views.ts'
import type { ThreatSearch } from '../threat-search.ts'
import { isBareLink, searchOfView, type AnyView } from './view-set.ts'

/** The views of a list that somebody saved: one's own, and those shared with the company. */
export function viewsQuery(company: string, list: 'threats' | 'touts') {
  return queryOptions({
    queryKey: [company, list, 'views'],
    queryFn: ({ signal }) => call(listViews, { query: { company, list }, signal }),
  })
}

/** The view the address names; a bare link to one is filled in with its filters, once. */
export function useView(search: ThreatSearch, fill: (search: ThreatSearch) => void): AnyView | undefined {
  const company = useCompany()
  const { name } = useRecords()
  const shipped = shippedViews.find(({ id }) => id === search.view)
  const saved = useQuery({ ...viewsQuery(company, name), enabled: search.view !== undefined && !shipped }).data
  const view: AnyView | undefined = shipped ?? saved?.find(({ id }) => id === search.view)
  // Asked of the address the page was opened with; what a person clears later stays cleared.
  const isToFill = useRef(isBareLink(search))
  useEffect(() => {
    if (!isToFill.current || !view) return
    isToFill.current = false
    if (isBareLink(search)) fill({ ...searchOfView(view.filters, new Date()), view: view.id, id: search.id })
  }, [view, search, fill])
  return view
}
