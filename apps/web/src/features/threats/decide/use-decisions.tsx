import type { Decision } from '@signet/contract/threats'
import { Suspense, useState, type ReactNode } from 'react'
import { lazy } from '../../../api/lazy.ts'
import type { PagedRows } from '../../../api/paged-rows.ts'
import { shownTitle } from '../../../format/shown-title.ts'
import { useCompany } from '../../../session/company.ts'
import { useClientInfo } from '../../../session/client-info.ts'
import { selectedCount, type GridStore } from '../../../ui/grid/grid-store.ts'
import { remarkProblem } from '../../../ui/feedback/remark.ts'
import { toast } from '../../../ui/feedback/toasts.ts'
import { t } from './words.ts'
import { useRecords, type AnyThreat, type Group, type DecisionDetails } from '../records.ts'
import { draftedRemark, draftedUntil, dropDraft } from './remark-field.tsx'
import { isOver } from './until-field.tsx'
import type { SimilarRows } from '../use-similar-rows.ts'
import type { DecideMany } from './use-decide-many.ts'
import type { DecideOne } from './use-decide-one.ts'

const RemarkDialog = lazy(() =>
  import('../../../ui/feedback/remark-dialog.tsx').then(({ RemarkDialog: dialog }) => ({ default: dialog })),
)
const SimilarChoice = lazy(() =>
  import('./similar-choice.tsx').then(({ SimilarChoice: dialog }) => ({ default: dialog })),
)
const BulkConfirm = lazy(() => import('./bulk-confirm.tsx').then(({ BulkConfirm: dialog }) => ({ default: dialog })))

/** Decisions on larger selections need a confirmation. */
const askAbove = 25

/** The target of a decision: one threat, one with similar threats, or the selection. */
type Target =
  | { kind: 'one'; threat: AnyThreat }
  | {
      kind: 'group'
      ids: readonly string[]
      titles: readonly string[]
      count: number
      isConfirmed?: boolean
      head?: string
    }
  | { kind: 'selected'; count: number }
type Asking =
  | { question: 'similar'; target: Target; decision: Decision; heads: readonly AnyThreat[] }
  | { question: 'remark'; target: Target; decision: Decision }
  | { question: 'confirm'; target: Target; decision: Decision; details: DecisionDetails }

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
  const company = useCompany()
  const { words } = useRecords()
  const companyName = useClientInfo()?.name ?? company
  const total = rows.matching ?? 0

  const act = (target: Target, decision: Decision, details: DecisionDetails) => {
    setAsking(null)
    if (target.kind === 'one') {
      void one.decide(target.threat, decision, details)
      dropDraft(target.threat.id)
      if (rows.at(store.cursor())?.id === target.threat.id) moveBy(1)
      return
    }
    if (target.kind === 'group') {
      void bulk.decideIds(target.ids, decision, details)
      if (target.head === undefined) return
      dropDraft(target.head)
      if (rows.at(store.cursor())?.id === target.head) moveBy(1)
      return
    }
    const { isAll, ids } = store.selection()
    void (isAll ? bulk.decideAll(total, decision, details) : bulk.decideIds([...ids], decision, details))
  }
  /** @param isAsked whether a dialog was already shown, in which the last day of a whitelisting could be set */
  const confirmOrAct = (target: Target, decision: Decision, details: DecisionDetails, isAsked = false) => {
    const needsConfirmation = decision === 'takedown' || (decision === 'whitelist' && !isAsked)
    const asks =
      (target.kind === 'group' && !target.isConfirmed) ||
      (target.kind === 'selected' && target.count > 1 && (needsConfirmation || target.count > askAbove))
    if (asks) setAsking({ question: 'confirm', target, decision, details })
    else act(target, decision, details)
  }
  const start = (target: Target, decision: Decision, asked?: { until: string | undefined }) => {
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

  const membersOf = (row: AnyThreat) => similar?.membersOf(row) ?? Promise.resolve([row])
  const selectedTitles = () =>
    rows.loaded.filter(({ id }) => store.isSelected(id)).map(({ source, title }) => shownTitle(source, title))

  const dialog = asking && (
    <Suspense fallback={null}>
      {asking.question === 'similar' ? (
        <SimilarChoice
          decision={asking.decision}
          heads={asking.heads}
          chosen={asking.target.kind === 'one' ? [asking.target.threat.id] : [...store.selection().ids]}
          companyName={companyName}
          membersOf={membersOf}
          until={asking.target.kind === 'one' ? draftedUntil(asking.target.threat.id) : undefined}
          onOne={(until) => {
            setAsking(null)
            start(asking.target, asking.decision, { until })
          }}
          onAll={(group, until) => {
            const head = asking.target.kind === 'one' ? { head: asking.target.threat.id } : {}
            setAsking(null)
            start({ kind: 'group', ...group, ...head, count: group.ids.length, isConfirmed: true }, asking.decision, {
              until,
            })
          }}
          onClose={() => setAsking(null)}
        />
      ) : asking.question === 'remark' ? (
        <RemarkDialog
          title={t('falsePositiveReason')}
          subject={
            asking.target.kind === 'one'
              ? shownTitle(asking.target.threat.source, asking.target.threat.title)
              : words.count(asking.target.count)
          }
          confirmLabel={t('dismissAsFalsePositive')}
          onConfirm={(remark) => confirmOrAct(asking.target, asking.decision, { remark })}
          onClose={() => setAsking(null)}
        />
      ) : (
        <BulkConfirm
          decision={asking.decision}
          count={asking.target.kind === 'one' ? 1 : asking.target.count}
          companyName={companyName}
          titles={asking.target.kind === 'group' ? asking.target.titles : selectedTitles()}
          until={asking.details.until}
          onConfirm={(until) => act(asking.target, asking.decision, { ...asking.details, until })}
          onClose={() => setAsking(null)}
        />
      )}
    </Suspense>
  )
  const decideGroup = (group: Group, decision: Decision) =>
    start({ kind: 'group', ...group, count: group.ids.length }, decision)
  return { decide, decideOne, decideGroup, dialog }
}
