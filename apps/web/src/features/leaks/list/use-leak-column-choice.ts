import type { ColumnChoice } from '@signet/contract/companies/portal-settings'
import { usePortalSetting } from '../../../session/portal-settings.ts'
import type { LeakShape } from './leak-search.ts'

/** The user's columns for a shape of leaks; undefined means the default columns. Documents and payment cards have their own choice. */
export function useLeakColumnChoice(shape: LeakShape | undefined) {
  const [all, setAll] = usePortalSetting('columns')
  const key = shape === 'files' || shape === 'cards' ? `leaks:${shape}` : 'leaks'
  return {
    columns: all[key],
    change: (next: ColumnChoice[] | undefined) => {
      const { [key]: _old, ...others } = all
      setAll(next ? { ...others, [key]: next } : others)
    },
  }
}
