import { getGlossary, type StoredGlossaryEntry } from '@signet/contract/glossary'
import { minuteMs } from '@signet/contract/time'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

const freshMs = 5 * minuteMs

/** Every entry: a few hundred short texts, searched here while somebody types. The same for every company. */
export function glossaryQuery(company: string) {
  return queryOptions({
    queryKey: [company, 'glossary'],
    queryFn: ({ signal }) => call(getGlossary, { query: {}, signal }),
    staleTime: freshMs,
  })
}

export type Entry = StoredGlossaryEntry
