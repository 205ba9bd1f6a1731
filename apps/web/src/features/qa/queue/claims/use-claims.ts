import { getQaClaims, openForReview } from '@signet/contract/review/qa-work'
import type { Kind } from '@signet/contract/threats/sources'
import { minuteMs } from '@signet/contract/time'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { call } from '../../../../api/call.ts'

/** How soon a reviewer sees which records others have opened. */
const readEveryMs = 20_000
/** A record is marked as open only after the cursor has stayed on it for this long: pressing J repeatedly marks only the last one. */
const restMs = 700
/** The mark is renewed well before it expires after five minutes. */
const holdEveryMs = 2 * minuteMs

export const claimsKey = (company: string) => [company, 'qa', 'claims'] as const

export function claimsQuery(company: string) {
  return queryOptions({
    queryKey: claimsKey(company),
    queryFn: ({ signal }) => call(getQaClaims, { query: { company }, signal }),
    refetchInterval: readEveryMs,
  })
}

/** The reviewer who has a record open or has claimed it. */
export interface Claim {
  by: string
  isMine: boolean
  isOpened: boolean
  until: string
}
export type Claims = ReadonlyMap<string, Claim>

/** The records in the queue that are open or claimed, by id. */
export function useClaims(company: string): Claims {
  const { data } = useQuery(claimsQuery(company))
  return useMemo(() => new Map(data?.map((claim) => [claim.id, claim])), [data])
}

/** Marks a record as open for as long as it is open here and the page is visible. */
export function useHeldOpen(company: string, kind: Kind, id: string | null): void {
  const client = useQueryClient()
  useEffect(() => {
    if (id === null) return undefined
    // A mark that is still being sent when the reviewer has decided would be refused.
    const left = new AbortController()
    const hold = () => {
      if (document.visibilityState === 'hidden') return
      void call(openForReview, { query: { company }, body: { kind, id }, signal: left.signal }).then(
        () => client.invalidateQueries({ queryKey: claimsKey(company) }),
        // The review continues without the mark: two decisions on the same version are refused in any case.
        () => undefined,
      )
    }
    const first = setTimeout(hold, restMs)
    const again = setInterval(hold, holdEveryMs)
    return () => {
      left.abort()
      clearTimeout(first)
      clearInterval(again)
    }
  }, [client, company, kind, id])
}
