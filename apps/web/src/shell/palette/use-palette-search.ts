import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCompany } from '../../session/company.ts'
import { useUser } from '../../session/use-session.ts'
import { useSettled } from '../../ui/forms/use-settled.ts'
import { findInPalette } from './palette-search.ts'
import { t } from './words.ts'

const typingMs = 250
/** Fewer letters would match nearly everything. */
const typedMin = 2

/** The records that the server finds for the typed text once typing pauses, and what an empty list says. */
export function usePaletteSearch(hasScreen: (path: string) => boolean) {
  const { role } = useUser()
  const company = useCompany()
  const [text, setText] = useState('')
  const typed = text.trim()
  const query = useSettled(typed, typingMs)
  const isAsking = query.length >= typedMin
  const { data, isError, isFetching } = useQuery({
    queryKey: [company, 'palette', query],
    queryFn: ({ signal }) => findInPalette({ role, company, text: query, hasScreen, signal }),
    enabled: isAsking,
    staleTime: 30_000,
  })
  const isSearching = typed.length >= typedMin && (typed !== query || isFetching)
  return {
    found: isAsking && data ? data : [],
    empty: isAsking && isError ? t('searchFailed') : isSearching ? t('searching') : t('noMatches'),
    onType: setText,
  }
}
