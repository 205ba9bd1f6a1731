import { getQaClaims, openForReview } from '@signet/contract/qa-work'
import type { Kind } from '@signet/contract/sources'
import { minuteMs } from '@signet/contract/time'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { call } from '../../../api/call.ts'

/** How soon others see what somebody opened. */
const readEveryMs = 20_000
/** How long the cursor rests before what it is on is held: J, J, J holds the last one only. */
const restMs = 700
/** What stays open is held anew well before the five minutes are over. */
const holdEveryMs = 2 * minuteMs

export const claimsKey = (company: string) => [company, 'qa', 'claims'] as const

export function claimsQuery(company: string) {
  return queryOptions({
    queryKey: claimsKey(company),
    queryFn: ({ signal }) => call(getQaClaims, { query: { company }, signal }),
    refetchInterval: readEveryMs,
  })
}

/** Who has what: a record somebody has open, or has claimed. */
export interface Claim {
  by: string
  isMine: boolean
  isOpened: boolean
  until: string
}
export type Claims = ReadonlyMap<string, Claim>

/** What waits and is open or claimed, by id. */
export function useClaims(company: string): Claims {
  const { data } = useQuery(claimsQuery(company))
  return useMemo(() => new Map(data?.map((claim) => [claim.id, claim])), [data])
}

/** Holds a record for as long as it is open here and the page is in view. */
export function useHeldOpen(company: string, kind: Kind, id: string | null): void {
  const client = useQueryClient()
  useEffect(() => {
    if (id === null) return undefined
    const hold = () => {
      if (document.visibilityState === 'hidden') return
      void call(openForReview, { query: { company }, body: { kind, id } }).then(
        () => client.invalidateQueries({ queryKey: claimsKey(company) }),
        // The review goes on without it: two decisions on one version are refused in any case.
        () => undefined,
      )
    }
    const first = setTimeout(hold, restMs)
    const again = setInterval(hold, holdEveryMs)
    return () => {
      clearTimeout(first)
      clearInterval(again)
    }
  }, [client, company, kind, id])
}
