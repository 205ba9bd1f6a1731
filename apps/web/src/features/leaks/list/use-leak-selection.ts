import type { Leak, LeakStatus } from '@signet/contract/leaks/leaks'
import { useState } from 'react'
import { errorText } from '../../../api/api-error.ts'
import { snackbar } from '../../../ui/feedback/messages/toasts.ts'
import { t } from '../words.ts'
import { allMax } from './leak-search.ts'
import { readAllLeaks } from '../leaks.api.ts'
import type { LeakList } from './use-leak-list.ts'
import type { LeakChanges } from './use-leak-changes.ts'

/** Larger selections need a confirmation. */
const confirmBeyond = 25

export interface LeakSelection {
  selected: () => Leak[]
  /** Loads and selects all matching leaks. */
  selectAll: () => Promise<void>
  isReading: boolean
  /** Changes the status of the selected leaks, after a confirmation if there are many. */
  decide: (status: LeakStatus) => void
  /** The status that is waiting for confirmation. */
  statusToConfirm: LeakStatus | null
  answer: (isConfirmed: boolean) => void
}

/** The selection in the leak list, which may go beyond the loaded rows, and status changes for all of it. */
export function useLeakSelection(
  company: string,
  { search, store, rows }: Pick<LeakList, 'search' | 'store' | 'rows'>,
  changes: Pick<LeakChanges, 'changeMany'>,
): LeakSelection {
  // The leaks that "Select all" has loaded in addition to the loaded rows.
  const [pool, setPool] = useState<readonly Leak[]>([])
  const [isReading, setIsReading] = useState(false)
  const [statusToConfirm, setStatusToConfirm] = useState<LeakStatus | null>(null)

  const selected = () => {
    // A row that was loaded again is newer than the one in the pool.
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
