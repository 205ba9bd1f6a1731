import { useEffect, useRef } from 'react'
import type { PagedRows } from '../../../api/paged-rows.ts'
import type { GridStore } from '../../../ui/grid/columns/grid-store.ts'
import type { AnyThreat } from '../records.ts'
import type { SimilarRows } from '../use-similar-rows.ts'

/** When everything is selected, unticking a row excludes all threats that it groups, so that no decision affects them. */
export function useLeftOut(
  rows: PagedRows<AnyThreat>,
  store: GridStore,
  similar: Pick<SimilarRows, 'isFolded' | 'membersOf'> | undefined,
): void {
  const latest = useRef({ rows, similar })
  useEffect(() => {
    latest.current = { rows, similar }
  })
  useEffect(() => {
    let before: ReadonlySet<string> = new Set()
    return store.subscribe(() => {
      const { isAll, except } = store.selection()
      const known = before
      before = except
      if (!isAll || known === except) return
      const { rows: list, similar: folding } = latest.current
      for (const id of new Set([...known, ...except])) {
        const row = known.has(id) === except.has(id) ? undefined : list.loaded.find((each) => each.id === id)
        if (!row || !folding?.isFolded(row)) continue
        const isOut = except.has(id)
        void folding.membersOf(row).then((members) => {
          if (store.selection().isAll && !store.isSelected(id) === isOut)
            store.select(
              members.map((member) => member.id),
              !isOut,
            )
          return null
        })
      }
    })
  }, [store])
}
