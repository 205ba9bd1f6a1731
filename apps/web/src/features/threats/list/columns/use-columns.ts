import type { ColumnChoice } from '@signet/contract/companies/portal-settings'
import { useEffect, useMemo, useState } from 'react'
import { usePortalSetting } from '../../../../session/portal-settings.ts'
import { useRecords, type ThreatColumn } from '../../records.ts'
import { arrangeColumns } from '../../../../ui/grid/columns/arrange-columns.ts'
import { defaultColumns, ownColumns } from './threat-columns.tsx'
import { isMixed, type ListSource } from '../../threat-source.ts'
import type { AnyView } from '../../views/view-set.ts'

/**
 * The user's columns for a list: those changed in this view, else those of the view, else the user's choice for this source.
 *
 * Undefined means the default columns.
 */
export function useColumnChoice(source: ListSource, view: Pick<AnyView, 'id' | 'columns'> | undefined) {
  const { name } = useRecords()
  const [all, setAll] = usePortalSetting('columns')
  // Each source has columns of its own, so each has a choice of its own. A view without its own columns uses that.
  const usual = isMixed(source) ? name : `${name}:${source}`
  const key = view?.columns ? `${name}:${view.id}` : usual
  const columns = all[key] ?? view?.columns ?? undefined
  const change = (next: ColumnChoice[] | undefined) => {
    const { [key]: _old, ...others } = all
    setAll(next ? { ...others, [key]: next } : others)
  }
  return {
    columns,
    change,
    /** Whether the user has changed the columns of this view. */
    isOwnOfView: view?.columns !== undefined && key !== usual && all[key] !== undefined,
    resetView: () => {
      if (key !== usual) change(undefined)
    },
  }
}

/** The columns of a list. Columns that are not shown by default are loaded once a user adds one. */
export function useColumns(source: ListSource, choice: readonly ColumnChoice[] | undefined): readonly ThreatColumn[] {
  const records = useRecords()
  const [more, setMore] = useState<readonly ThreatColumn[]>([])
  const shipped = useMemo(() => defaultColumns(source, records), [source, records])
  const own = useMemo(() => ownColumns(source, records), [source, records])
  const needsMore = choice?.some(({ key }) => ![...shipped, ...own].some((column) => column.key === key)) ?? false
  useEffect(() => {
    if (!needsMore) return
    void import('./more-columns.tsx').then(({ moreColumns }) => {
      setMore(moreColumns)
      return null
    })
  }, [needsMore])
  return useMemo(() => arrangeColumns(shipped, [...own, ...more], choice, 'threat'), [shipped, own, more, choice])
}
