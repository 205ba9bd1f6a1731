import type { Decision } from '@signet/contract/threats/threats'
import { useState, type ReactNode } from 'react'
import type { PagedRows } from '../../../api/paged-rows.ts'
import { selectedCount, type GridStore } from '../../../ui/grid/columns/grid-store.ts'
import { remarkProblem } from '../../../ui/feedback/dialogs/remark.ts'
import { toast } from '../../../ui/feedback/messages/toasts.ts'
import { t } from './words.ts'
import type { AnyThreat, DecisionDetails, Group } from '../records.ts'
import { DecisionDialog, type Asking, type DecisionTarget } from './decision-dialog.tsx'
import { draftedRemark, draftedUntil, dropDraft } from './remark-field.tsx'
import { isOver } from './until-field.tsx'
import { sourcesOfIds } from './selected-sources.ts'
import type { SimilarRows } from '../use-similar-rows.ts'
import type { DecideMany } from './use-decide-many.ts'
import type { DecideOne } from './use-decide-one.ts'

/** Decisions on larger selections need a confirmation. */
const askAbove = 25

/** Handles decisions by key or button: asks for a remark and a confirmation where required, decides, and moves on. */
export function useDecisions({
  rows,
  store,
  similar,
  one,
  bulk,
  moveBy,
}: {
  rows: PagedRows<AnyThreat>
  store: GridStore
  similar?: Pick<SimilarRows, 'isFolded' | 'membersOf'> | undefined
  one: DecideOne
  bulk: DecideMany
  moveBy: (step: number) => void
}): {
  decide: (decision: Decision) => void
  decideOne: (threat: AnyThreat, decision: Decision) => void
  decideGroup: (group: Group, decision: Decision) => void
  dialog: ReactNode
} {
  const [asking, setAsking] = useState<Asking | null>(null)
  const total = rows.matching ?? 0

  const act = (target: DecisionTarget, decision: Decision, details: DecisionDetails) => {
    setAsking(null)
    if (target.kind === 'one') {
      void one.decide(target.threat, decision, details)
      dropDraft(target.threat.id)
      if (rows.at(store.cursor())?.id === target.threat.id) moveBy(1)
      return
    }
    if (target.kind === 'group') {
      void bulk.decideIds(target.ids, decision, details, target.sources)
      if (target.head === undefined) return
      dropDraft(target.head)
      if (rows.at(store.cursor())?.id === target.head) moveBy(1)
      return
    }
    const { isAll, ids } = store.selection()
    void (isAll ? bulk.decideAll(total, decision, details) : bulk.decideIds([...ids], decision, details))
  }
  /** @param isConfirming whether a dialog was already shown, in which the last day of a whitelisting could be set */
  const confirmOrAct = (target: DecisionTarget, decision: Decision, details: DecisionDetails, isConfirming = false) => {
    const needsConfirmation = decision === 'takedown' || (decision === 'whitelist' && !isConfirming)
    const asks =
      (target.kind === 'group' && !target.isConfirmed) ||
      (target.kind === 'selected' && target.count > 1 && (needsConfirmation || target.count > askAbove))
    if (asks) setAsking({ question: 'confirm', target, decision, details })
    else act(target, decision, details)
  }
  const start = (target: DecisionTarget, decision: Decision, asked?: { until: string | undefined }) => {
    const about = target.kind === 'one' ? target.threat.id : target.kind === 'group' ? target.head : undefined
    const drafted = about !== undefined && decision !== 'reopen' ? draftedRemark(about) : undefined
    const problem = drafted && remarkProblem(drafted.kind, drafted.text ?? '')
    const until = asked
      ? asked.until
      : about !== undefined && decision === 'whitelist'
        ? draftedUntil(about)
        : undefined
    if (problem) toast(t('remarkProblem', { problem }))
    else if (until && isOver(until)) toast(t('endDateInPast'))
    else if (decision === 'falsePositive' && !drafted) setAsking({ question: 'remark', target, decision })
    else
      confirmOrAct(target, decision, { ...(drafted ? { remark: drafted } : {}), ...(until ? { until } : {}) }, !!asked)
  }
  const decideOne = (threat: AnyThreat, decision: Decision) => {
    if (decision !== 'reopen' && threat.status !== 'open') toast(t('alreadyDecided'))
    else if (decision !== 'reopen' && similar?.isFolded(threat))
      setAsking({ question: 'similar', target: { kind: 'one', threat }, decision, heads: [threat] })
    else start({ kind: 'one', threat }, decision)
  }
  const decide = (decision: Decision) => {
    const count = selectedCount(store.selection(), total)
    const threat = rows.at(store.cursor())
    const { isAll, ids } = store.selection()
    const heads = isAll ? [] : rows.loaded.filter((row) => ids.has(row.id) && similar?.isFolded(row))
    if (heads.length > 0) setAsking({ question: 'similar', target: { kind: 'selected', count }, decision, heads })
    else if (count > 0) start({ kind: 'selected', count }, decision)
    else if (threat) decideOne(threat, decision)
  }

  const decideGroup = (group: Group, decision: Decision) =>
    start({ kind: 'group', ...group, count: group.ids.length }, decision)
  const sourcesOf = (target: DecisionTarget) => {
    if (target.kind === 'one') return [target.threat.source]
    return target.kind === 'selected' ? bulk.selectedSources() : (target.sources ?? sourcesOfIds(rows, target.ids))
  }
  const dialog = asking && (
    <DecisionDialog
      asking={asking}
      rows={rows}
      sources={sourcesOf(asking.target)}
      store={store}
      membersOf={(row) => similar?.membersOf(row) ?? Promise.resolve([row])}
      onStart={(...next) => {
        setAsking(null)
        start(...next)
      }}
      onRemark={(target, decision, remark) => confirmOrAct(target, decision, { remark })}
      onConfirm={act}
      onClose={() => setAsking(null)}
    />
  )
  return { decide, decideOne, decideGroup, dialog }
}
