import type { Decision } from '@signet/contract/threats/threats'
import { useImperativeHandle, useSyncExternalStore, type Ref } from 'react'
import type { PagedRows } from '../../../api/paged-rows.ts'
import { shownTitle } from '../../../format/names/shown-title.ts'
import { isAnySelected, selectedCount, type GridStore } from '../../../ui/grid/columns/grid-store.ts'
import { decisionChoices, decisionLabel } from './decision-buttons.tsx'
import { actionsOn, usePageActions } from '../../../ui/keys/page-actions.ts'
import { ThreatBulkBar } from './threat-bulk-bar.tsx'
import type { AnyThreat, Group } from '../records.ts'
import { useLeftOut } from './use-left-out.ts'
import type { SimilarRows } from '../use-similar-rows.ts'
import { useDecideMany } from './use-decide-many.ts'
import { useDecisions } from './use-decisions.tsx'
import { useDecideOne } from './use-decide-one.ts'

/** The actions that shortcuts and buttons of the page trigger. */
export interface Desk {
  /** Decides the selected threats, or the one under the cursor if none are selected. */
  decide: (decision: Decision) => void
  decideOne: (threat: AnyThreat, decision: Decision) => void
  /** Decides several threats that belong together. */
  decideGroup: (group: Group, decision: Decision) => void
  bookmark: (threat: AnyThreat) => void
  undo: () => void
}

/** The part that makes decisions: the bulk bar, the dialogs and the calls. It is loaded after the list. */
export function DecisionDesk({
  ref,
  store,
  rows,
  similar,
  moveBy,
  filter,
  mayDecide,
}: {
  ref: Ref<Desk>
  store: GridStore
  rows: PagedRows<AnyThreat>
  /** Omitted if no row groups several threats. */
  similar?: Pick<SimilarRows, 'isFolded' | 'membersOf'> | undefined
  moveBy: (step: number) => void
  /** The filters of the list in wire form. */
  filter: () => Record<string, string>
  mayDecide: boolean
}) {
  const one = useDecideOne(store)
  const bulk = useDecideMany(store, rows, one, filter)
  const { decide, decideOne, decideGroup, dialog } = useDecisions({ rows, store, similar, one, bulk, moveBy })
  const hasSelection = useSyncExternalStore(store.subscribe, () => isAnySelected(store.selection()))
  useLeftOut(rows, store, similar)
  useImperativeHandle(ref, () => ({
    decide,
    decideOne,
    decideGroup,
    bookmark: (threat) => void one.bookmark(threat),
    undo: one.undoLast,
  }))
  usePageActions(() => {
    const row = rows.at(store.cursor())
    const count = selectedCount(store.selection(), rows.matching ?? 0)
    if (!mayDecide) return []
    const sources = count > 0 ? bulk.selectedSources() : row ? [row.source] : []
    const choices = decisionChoices.map(({ label, ...choice }) => ({
      ...choice,
      label: decisionLabel(choice.decision, label, sources),
      run: () => decide(choice.decision),
    }))
    return actionsOn(choices, count, row && shownTitle(row.source, row.title))
  })
  const isShown = hasSelection || bulk.progress !== null || bulk.failed.length > 0
  return (
    <>
      {mayDecide && isShown && (
        <ThreatBulkBar store={store} rows={rows} similar={similar} bulk={bulk} filter={filter} onDecide={decide} />
      )}
      {dialog}
    </>
  )
}
