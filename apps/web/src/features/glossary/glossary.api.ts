import { getGlossary, getOwnReasons, type StoredGlossaryEntry } from '@signet/contract/threats/glossary'
import { minuteMs } from '@signet/contract/time'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

const freshMs = 5 * minuteMs

/** All entries: a few hundred short texts, which are searched in the browser. They are the same for every company. */
export function glossaryQuery(company: string) {
  return queryOptions({
    queryKey: [company, 'glossary'],
    queryFn: ({ signal }) => call(getGlossary, { query: {}, signal }),
    staleTime: freshMs,
  })
}

/** The reasons that the company's own rules give. */
export const ownReasonsQuery = (company: string) =>
  queryOptions({
    queryKey: [company, 'ownReasons'],
    queryFn: ({ signal }) => call(getOwnReasons, { query: { company }, signal }),
    staleTime: freshMs,
  })

export type Entry = StoredGlossaryEntry
