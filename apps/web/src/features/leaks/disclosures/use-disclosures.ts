import type { Leak } from '@signet/contract/leaks/leaks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { useAction } from '../../../ui/controls/use-action.ts'
import { disclosuresQuery, maskNames } from './disclosures.api.ts'

/** What a dialog asks for: a reason to show the names or to copy those of some leaks, or who did so before. */
export type DisclosureQuestion =
  | { kind: 'show' }
  | { kind: 'copy'; leaks: () => Promise<readonly Leak[]> }
  | { kind: 'log' }

export interface Disclosures {
  /** Until when the user names are shown; null if they are masked. */
  shownUntil: string | null
  isBusy: boolean
  question: DisclosureQuestion | null
  ask: (question: DisclosureQuestion | null) => void
  /** Asks for a reason to copy the names of some leaks. */
  copy: (leaks: readonly Leak[]) => void
  /** Masks the user names again. */
  mask: () => void
  /** Loads the leaks again, which are sent with or without their user names from now on. */
  reload: () => void
}

/** Whether the user names in leaks are shown to the user. When their time is over they are masked again. */
export function useDisclosures(company: string, mayWork: boolean): Disclosures {
  const client = useQueryClient()
  const [question, setQuestion] = useState<DisclosureQuestion | null>(null)
  const { data } = useQuery({ ...disclosuresQuery(company), enabled: mayWork })
  const shownUntil = data?.shownUntil ?? null

  const reload = useCallback(() => {
    // Pages that aren't in view are loaded again when they are scrolled to.
    client.removeQueries({ queryKey: [company, 'leaks', 'list'], type: 'inactive' })
    for (const part of ['list', 'groups', 'one', 'disclosures'])
      void client.invalidateQueries({ queryKey: [company, 'leaks', part] })
  }, [client, company])
  useEffect(() => {
    if (shownUntil === null) return undefined
    const timer = setTimeout(reload, Math.max(0, Date.parse(shownUntil) - Date.now()) + 1000)
    return () => clearTimeout(timer)
  }, [shownUntil, reload])

  const masking = useAction(async () => {
    await maskNames(company)
    reload()
  })
  return {
    shownUntil,
    isBusy: masking.isBusy,
    question,
    ask: setQuestion,
    copy: (leaks) => setQuestion({ kind: 'copy', leaks: () => Promise.resolve(leaks) }),
    mask: masking.run,
    reload,
  }
}
