import type { TriageAction } from '@signet/contract/threats'
import { useImperativeHandle, useSyncExternalStore, type Ref } from 'react'
import type { PagedRows } from '../../../api/paged-rows.ts'
import { shownTitle } from '../../../format/shown-title.ts'
import { isAnySelected, selectedCount, type GridStore } from '../../../ui/grid/grid-store.ts'
import { marks as everyMark } from './decision-buttons.tsx'
import { actionsOn, usePageActions } from '../../../ui/keys/page-actions.ts'
import { BulkBar } from './bulk-bar.tsx'
import type { AnyThreat, Group } from '../records.ts'
import { useLeftOut } from './use-left-out.ts'
import type { SimilarRows } from '../use-similar-rows.ts'
import { useBulkMarks } from './use-decide-many.ts'
import { useDecisions } from './use-decisions.tsx'
import { useMarks } from './use-decide-one.ts'
import { t } from './words.ts'

/** What keys and buttons of the page ask for. */
export interface Desk {
  /** Decides on what is selected, else on the row under the cursor. */
  decide: (action: TriageAction) => void
  decideOne: (threat: AnyThreat, action: TriageAction) => void
  /** Decides on several that belong together. */
  decideGroup: (group: Group, action: TriageAction) => void
  bookmark: (threat: AnyThreat) => void
  undo: () => void
}

/** Where decisions are made: the bulk bar, the dialogs and the calls. Loaded once the list stands. */
export function DecisionDesk({
  ref,
  store,
  rows,
  similar,
  moveBy,
  filter,
  mayTriage,
}: {
  ref: Ref<Desk>
  store: GridStore
  rows: PagedRows<AnyThreat>
  /** Left out where no row stands for several. */
  similar?: Pick<SimilarRows, 'isFolded' | 'membersOf'> | undefined
  moveBy: (step: number) => void
  /** The question of the list in wire form. */
  filter: () => Record<string, string>
  mayTriage: boolean
}) {
  const marks = useMarks(store)
  const bulk = useBulkMarks(store, marks, filter)
  const { decide, decideOne, decideGroup, dialog } = useDecisions({ rows, store, similar, marks, bulk, moveBy })
  const hasSelection = useSyncExternalStore(store.subscribe, () => isAnySelected(store.selection()))
  useLeftOut(rows, store, similar)
  useImperativeHandle(ref, () => ({
    decide,
    decideOne,
    decideGroup,
    bookmark: (threat) => void marks.bookmark(threat),
    undo: marks.undoLast,
  }))
  usePageActions(() => {
    const row = rows.at(store.cursor())
    const count = selectedCount(store.selection(), rows.matching ?? 0)
    if (!mayTriage) return []
    const choices = everyMark.map(({ action, label, ...mark }) => ({
      ...mark,
      label: t(label),
      run: () => decide(action),
    }))
    return actionsOn(choices, count, row && shownTitle(row.source, row.title))
  })
  const isShown = hasSelection || bulk.progress !== null || bulk.failed.length > 0
  return (
    <>
      {mayTriage && isShown && <BulkBar store={store} rows={rows} similar={similar} bulk={bulk} onDecide={decide} />}
      {dialog}
    </>
  )
}
