import type { Leak, LeakStatus } from '@signet/contract/leaks'
import { useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { snackbar } from '../../ui/feedback/toasts.ts'
import { t } from './words.ts'
import { allMax } from './leak-search.ts'
import { readAllLeaks } from './leaks.api.ts'
import type { LeakList } from './use-leak-list.ts'
import type { LeakChanges } from './use-leak-changes.ts'

/** Beyond so many it is asked once more. */
const confirmBeyond = 25

export interface LeakSelection {
  selected: () => Leak[]
  /** Reads and selects everything that matches. */
  selectAll: () => Promise<void>
  isReading: boolean
  /** Decides on what is selected, after a question where it is much. */
  decide: (status: LeakStatus) => void
  /** The decision that is asked about. */
  statusToConfirm: LeakStatus | null
  answer: (isConfirmed: boolean) => void
}

/** What is selected in the list of leaks, also beyond the rows in view, and a decision on all of it. */
export function useLeakSelection(
  company: string,
  { search, store, rows }: Pick<LeakList, 'search' | 'store' | 'rows'>,
  changes: Pick<LeakChanges, 'changeMany'>,
): LeakSelection {
  // What "Select all" has read besides the rows in view.
  const [pool, setPool] = useState<readonly Leak[]>([])
  const [isReading, setIsReading] = useState(false)
  const [statusToConfirm, setStatusToConfirm] = useState<LeakStatus | null>(null)

  const selected = () => {
    // A row that was read again is newer than the pool.
    const known = new Map([...pool, ...rows.loaded].map((leak) => [leak.id, leak]))
    return [...known.values()].filter(({ id }) => store.isSelected(id))
  }
  const selectAll = async () => {
    setIsReading(true)
    try {
      const all = await readAllLeaks(company, search, allMax)
      setPool(all)
      store.select(all.map(({ id }) => id))
    } catch (error) {
      snackbar(t('loadAllFailed', { why: errorText(error) }), { isFailure: true })
    }
    setIsReading(false)
  }
  const changeSelected = (status: LeakStatus) => {
    void changes.changeMany(selected(), status)
    store.clear()
    setPool([])
  }
  return {
    selected,
    selectAll,
    isReading,
    decide: (status) => (selected().length > confirmBeyond ? setStatusToConfirm(status) : changeSelected(status)),
    statusToConfirm,
    answer: (isConfirmed) => {
      setStatusToConfirm(null)
      if (isConfirmed && statusToConfirm) changeSelected(statusToConfirm)
    },
  }
}
