import type { Decision } from '@signet/contract/threats/threats'
import type { AnySource } from '@signet/contract/threats/sources'
import { Suspense, type ComponentProps } from 'react'
import { lazy } from '../../../api/lazy.ts'
import type { PagedRows } from '../../../api/paged-rows.ts'
import { shownTitle } from '../../../format/names/shown-title.ts'
import { useClientInfo } from '../../../session/client-info.ts'
import { useCompany } from '../../../session/company.ts'
import type { GridStore } from '../../../ui/grid/columns/grid-store.ts'
import { useRecords, type AnyThreat, type DecisionDetails } from '../records.ts'
import { draftedUntil } from './remark-field.tsx'
import { MentionArea } from '../../../parts/mentions/mention-area.tsx'
import type { RemarkAreaProps } from '../../../ui/feedback/dialogs/remark-dialog.tsx'
import { t } from './words.ts'

const RemarkDialog = lazy(() =>
  import('../../../ui/feedback/dialogs/remark-dialog.tsx').then(({ RemarkDialog: dialog }) => ({ default: dialog })),
)
const SimilarChoice = lazy(() =>
  import('./similar-choice.tsx').then(({ SimilarChoice: dialog }) => ({ default: dialog })),
)
const BulkConfirm = lazy(() => import('./bulk-confirm.tsx').then(({ BulkConfirm: dialog }) => ({ default: dialog })))

/** The target of a decision: one threat, one with similar threats, or the selection. */
export type DecisionTarget =
  | { kind: 'one'; threat: AnyThreat }
  | {
      kind: 'group'
      ids: readonly string[]
      titles: readonly string[]
      sources?: readonly AnySource[]
      count: number
      isConfirmed?: boolean
      head?: string
    }
  | { kind: 'selected'; count: number }
/** What is asked before a decision is made. */
export type Asking =
  | { question: 'similar'; target: DecisionTarget; decision: Decision; heads: readonly AnyThreat[] }
  | { question: 'remark'; target: DecisionTarget; decision: Decision }
  | { question: 'confirm'; target: DecisionTarget; decision: Decision; details: DecisionDetails }

interface DecisionDialogProps extends Pick<ComponentProps<typeof SimilarChoice>, 'membersOf'> {
  asking: Asking
  rows: PagedRows<AnyThreat>
  /** The sources of what is decided on, as far as they are known. */
  sources: readonly AnySource[]
  store: GridStore
  /** The target is settled, with the last day of a whitelisting if it was set. */
  onStart: (target: DecisionTarget, decision: Decision, asked?: { until: string | undefined }) => void
  onRemark: (target: DecisionTarget, decision: Decision, remark: NonNullable<DecisionDetails['remark']>) => void
  onConfirm: (target: DecisionTarget, decision: Decision, details: DecisionDetails) => void
  onClose: () => void
}

// Components of their own: a new one with each rendering would lose the text.
const ThreatRemarkArea = (props: RemarkAreaProps) => <MentionArea kind="threat" {...props} />
const ToutRemarkArea = (props: RemarkAreaProps) => <MentionArea kind="tout" {...props} />

/** The dialog before a decision: about similar threats, the remark, or the confirmation. */
export function DecisionDialog({
  asking,
  rows,
  sources,
  store,
  membersOf,
  onStart,
  onRemark,
  onConfirm,
  onClose,
}: DecisionDialogProps) {
  const { target, decision } = asking
  const { kind, words } = useRecords()
  const company = useCompany()
  const companyName = useClientInfo()?.name ?? company
  const one = target.kind === 'one' ? target.threat : undefined
  const selectedTitles = () =>
    rows.loaded.filter(({ id }) => store.isSelected(id)).map(({ source, title }) => shownTitle(source, title))
  return (
    <Suspense fallback={null}>
      {asking.question === 'similar' ? (
        <SimilarChoice
          decision={decision}
          heads={asking.heads}
          chosen={one ? [one.id] : [...store.selection().ids]}
          companyName={companyName}
          membersOf={membersOf}
          until={one && draftedUntil(one.id)}
          onOne={(until) => onStart(target, decision, { until })}
          onAll={(group, until) => {
            const all = { kind: 'group', ...group, ...(one ? { head: one.id } : {}) } as const
            onStart({ ...all, count: group.ids.length, isConfirmed: true }, decision, { until })
          }}
          onNoOther={() => onStart(target, decision)}
          onClose={onClose}
        />
      ) : asking.question === 'remark' ? (
        <RemarkDialog
          title={t('falsePositiveReason')}
          subject={
            target.kind === 'one' ? shownTitle(target.threat.source, target.threat.title) : words.count(target.count)
          }
          confirmLabel={t('dismissAsFalsePositive')}
          area={kind === 'tout' ? ToutRemarkArea : ThreatRemarkArea}
          onConfirm={(remark) => onRemark(target, decision, remark)}
          onClose={onClose}
        />
      ) : (
        <BulkConfirm
          decision={decision}
          sources={sources}
          count={target.kind === 'one' ? 1 : target.count}
          companyName={companyName}
          titles={target.kind === 'group' ? target.titles : selectedTitles()}
          until={asking.details.until}
          onConfirm={(until) => onConfirm(target, decision, { ...asking.details, until })}
          onClose={onClose}
        />
      )}
    </Suspense>
  )
}
