import type { TriageAction } from '@signet/contract/threats'
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
import { useRecords, type AnyThreat, type Group, type Said } from '../records.ts'
import { draftedRemark, draftedUntil, dropDraft } from './remark-field.tsx'
import { isOver } from './until-field.tsx'
import type { SimilarRows } from '../use-similar-rows.ts'
import type { BulkMarks } from './use-decide-many.ts'
import type { Marks } from './use-decide-one.ts'

const RemarkDialog = lazy(() =>
  import('../../../ui/feedback/remark-dialog.tsx').then(({ RemarkDialog: dialog }) => ({ default: dialog })),
)
const SimilarChoice = lazy(() =>
  import('./similar-choice.tsx').then(({ SimilarChoice: dialog }) => ({ default: dialog })),
)
const BulkConfirm = lazy(() => import('./bulk-confirm.tsx').then(({ BulkConfirm: dialog }) => ({ default: dialog })))

/** Selections above this many ask once more. */
const askAbove = 25

/** What a decision is about: one, one with those like it, or what is selected. */
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
  | { question: 'similar'; target: Target; action: TriageAction; heads: readonly AnyThreat[] }
  | { question: 'remark'; target: Target; action: TriageAction }
  | { question: 'confirm'; target: Target; action: TriageAction; said: Said }

/**
 * From a key or button to a decision: asks for a remark and a confirmation where the rules want one, acts, and moves on.
 */
export function useDecisions({
  rows,
  store,
  similar,
  marks,
  bulk,
  moveBy,
}: {
  rows: PagedRows<AnyThreat>
  store: GridStore
  similar?: Pick<SimilarRows, 'isFolded' | 'membersOf'> | undefined
  marks: Marks
  bulk: BulkMarks
  moveBy: (step: number) => void
}): {
  decide: (action: TriageAction) => void
  decideOne: (threat: AnyThreat, action: TriageAction) => void
  decideGroup: (group: Group, action: TriageAction) => void
  dialog: ReactNode
} {
  const [asking, setAsking] = useState<Asking | null>(null)
  const company = useCompany()
  const { words } = useRecords()
  const companyName = useClientInfo()?.name ?? company
  const total = rows.matching ?? 0

  const act = (target: Target, action: TriageAction, said: Said) => {
    setAsking(null)
    if (target.kind === 'one') {
      void marks.mark(target.threat, action, said)
      dropDraft(target.threat.id)
      if (rows.at(store.cursor())?.id === target.threat.id) moveBy(1)
      return
    }
    if (target.kind === 'group') {
      void bulk.markIds(target.ids, action, said)
      if (target.head === undefined) return
      dropDraft(target.head)
      if (rows.at(store.cursor())?.id === target.head) moveBy(1)
      return
    }
    const { isAll, ids } = store.selection()
    void (isAll ? bulk.markAll(total, action, said) : bulk.markIds([...ids], action, said))
  }
  /** @param isAsked whether a question came before, where the day of a whitelisting could be said */
  const confirmOrAct = (target: Target, action: TriageAction, said: Said, isAsked = false) => {
    const isGrave = action === 'takedown' || (action === 'whitelist' && !isAsked)
    const asks =
      (target.kind === 'group' && !target.isConfirmed) ||
      (target.kind === 'selected' && target.count > 1 && (isGrave || target.count > askAbove))
    if (asks) setAsking({ question: 'confirm', target, action, said })
    else act(target, action, said)
  }
  const start = (target: Target, action: TriageAction, asked?: { until: string | undefined }) => {
    const about = target.kind === 'one' ? target.threat.id : target.kind === 'group' ? target.head : undefined
    const drafted = about !== undefined && action !== 'reopen' ? draftedRemark(about) : undefined
    const problem = drafted && remarkProblem(drafted.kind, drafted.text ?? '')
    const until = asked ? asked.until : about !== undefined && action === 'whitelist' ? draftedUntil(about) : undefined
    if (problem) toast(t('remarkProblem', { problem }))
    else if (until && isOver(until)) toast(t('dayItIsWhitelistedUntil'))
    else if (action === 'falsePositive' && !drafted) setAsking({ question: 'remark', target, action })
    else confirmOrAct(target, action, { ...(drafted ? { remark: drafted } : {}), ...(until ? { until } : {}) }, !!asked)
  }
  const decideOne = (threat: AnyThreat, action: TriageAction) => {
    if (action !== 'reopen' && threat.status !== 'open') toast(t('alreadyDecidedUndoTheMark'))
    else if (action !== 'reopen' && similar?.isFolded(threat))
      setAsking({ question: 'similar', target: { kind: 'one', threat }, action, heads: [threat] })
    else start({ kind: 'one', threat }, action)
  }
  const decide = (action: TriageAction) => {
    const count = selectedCount(store.selection(), total)
    const threat = rows.at(store.cursor())
    const { isAll, ids } = store.selection()
    const heads = isAll ? [] : rows.loaded.filter((row) => ids.has(row.id) && similar?.isFolded(row))
    if (heads.length > 0) setAsking({ question: 'similar', target: { kind: 'selected', count }, action, heads })
    else if (count > 0) start({ kind: 'selected', count }, action)
    else if (threat) decideOne(threat, action)
  }

  const membersOf = (row: AnyThreat) => similar?.membersOf(row) ?? Promise.resolve([row])
  const selectedTitles = () =>
    rows.loaded.filter(({ id }) => store.isSelected(id)).map(({ source, title }) => shownTitle(source, title))

  const dialog = asking && (
    <Suspense fallback={null}>
      {asking.question === 'similar' ? (
        <SimilarChoice
          action={asking.action}
          heads={asking.heads}
          chosen={asking.target.kind === 'one' ? [asking.target.threat.id] : [...store.selection().ids]}
          companyName={companyName}
          membersOf={membersOf}
          until={asking.target.kind === 'one' ? draftedUntil(asking.target.threat.id) : undefined}
          onOne={(until) => {
            setAsking(null)
            start(asking.target, asking.action, { until })
          }}
          onAll={(group, until) => {
            const head = asking.target.kind === 'one' ? { head: asking.target.threat.id } : {}
            setAsking(null)
            start({ kind: 'group', ...group, ...head, count: group.ids.length, isConfirmed: true }, asking.action, {
              until,
            })
          }}
          onClose={() => setAsking(null)}
        />
      ) : asking.question === 'remark' ? (
        <RemarkDialog
          title={t('whyIsThisAFalse')}
          subject={
            asking.target.kind === 'one'
              ? shownTitle(asking.target.threat.source, asking.target.threat.title)
              : words.count(asking.target.count)
          }
          confirmLabel={t('markFalsePositive')}
          onConfirm={(remark) => confirmOrAct(asking.target, asking.action, { remark })}
          onClose={() => setAsking(null)}
        />
      ) : (
        <BulkConfirm
          action={asking.action}
          count={asking.target.kind === 'one' ? 1 : asking.target.count}
          companyName={companyName}
          titles={asking.target.kind === 'group' ? asking.target.titles : selectedTitles()}
          until={asking.said.until}
          onConfirm={(until) => act(asking.target, asking.action, { ...asking.said, until })}
          onClose={() => setAsking(null)}
        />
      )}
    </Suspense>
  )
  const decideGroup = (group: Group, action: TriageAction) =>
    start({ kind: 'group', ...group, count: group.ids.length }, action)
  return { decide, decideOne, decideGroup, dialog }
}
