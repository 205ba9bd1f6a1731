import type { RemarkInput } from '@signet/contract/threats/threats'
import { useState } from 'react'
import { shownTitle } from '../../../format/names/shown-title.ts'
import { snackbar } from '../../../ui/feedback/messages/toasts.ts'
import { actionsOn, usePageActions } from '../../../ui/keys/page-actions.ts'
import { t } from './words.ts'
import type { Draft } from '../review-steps.ts'
import { confirmAbove, type PendingStep } from '../stage-actions.ts'
import { queueSteps } from './queue-steps.ts'
import { useReviewKeys } from './review-keys.ts'
import { useClaims, useHeldOpen } from './claims/use-claims.ts'
import { neighbourOf } from './use-cursor.ts'
import type { ReviewQueue } from './use-review-queue.ts'
import type { QueueStep } from './review-many.ts'
import type { QaRecord } from '../qa-kind.ts'

export type ReviewDesk = ReturnType<typeof useReviewDesk>

/**
 * The actions of a reviewer on the queue: selecting, drafting changes, taking steps with a confirmation where one is required, and
 * comparing duplicates. They are also available as shortcuts and in the palette.
 */
export function useReviewDesk({
  company,
  kind,
  search,
  goTo,
  review,
  shown,
  ids,
  cursor,
  detail,
  threat,
}: ReviewQueue) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  // Records beyond the loaded rows, once everything that the filters find was selected.
  const [beyond, setBeyond] = useState<readonly QaRecord[]>([])
  const claims = useClaims(company)
  const [comparedId, setComparedId] = useState<string | null>(null)
  useHeldOpen(company, kind, threat?.stage === 'queued' ? threat.id : null)
  const [drafts, setDrafts] = useState<Readonly<Record<string, Draft>>>({})
  const [pendingStep, setPendingStep] = useState<PendingStep<QueueStep> | null>(null)
  const [stepsTaken, setStepsTaken] = useState(0)
  const isShown = new Set(ids)
  const chosen = [...shown, ...beyond.filter(({ id }) => !isShown.has(id))].filter(({ id }) => selected.has(id))
  const draft = (threat && drafts[threat.id]) ?? {}

  const run = (step: QueueStep, asked: readonly QaRecord[], remark?: RemarkInput) => {
    const threats = asked.filter(({ id }) => !review.isUnderWay(id))
    if (threats.length === 0) return
    const next = neighbourOf(ids, cursor.currentId, new Set(threats.map(({ id }) => id)))
    cursor.moveTo(next)
    setStepsTaken(stepsTaken + 1)
    if (search.step) goTo({ id: next ?? undefined, step: next ? 'evidence' : undefined })
    const [first] = threats
    if (threats.length === 1 && first && !selected.has(first.id)) {
      void review.one(step, first, drafts[first.id] ?? {}, remark)
    } else {
      setSelected(new Set())
      setBeyond([])
      void review.many(step, threats, remark).then((stayed) => setSelected(new Set(stayed)))
    }
  }
  const ask = (step: QueueStep, threats: readonly QaRecord[]) => {
    if (threats.length === 0 || threats.some(({ stage }) => stage !== 'queued')) return
    const [only] = threats
    const claim = threats.length === 1 && only ? claims.get(only.id) : undefined
    if (claim && !claim.isMine) {
      snackbar(t('alreadyReviewedBy', { name: claim.by }))
      return
    }
    if (step === 'requestDeletion' || step === 'whitelist' || threats.length > confirmAbove)
      setPendingStep({ step, threats })
    else run(step, threats)
  }
  const askCurrent = (step: QueueStep) => ask(step, threat ? [threat] : [])
  const merge = (duplicate: QaRecord, survivor: QaRecord) => {
    setComparedId(null)
    cursor.moveTo(neighbourOf(ids, cursor.currentId, new Set([duplicate.id])))
    setStepsTaken(stepsTaken + 1)
    void review.merge(duplicate, survivor)
  }
  const confirm = (remark?: RemarkInput) => {
    setPendingStep(null)
    if (pendingStep) run(pendingStep.step, pendingStep.threats, remark)
  }
  const select = (id: string, isOn: boolean) =>
    setSelected((old) => (isOn ? new Set([...old, id]) : new Set([...old].filter((other) => other !== id))))

  /** Takes a step on the selected records, or on the current one if none are selected. */
  const take = (step: QueueStep) => (chosen.length > 0 ? ask(step, chosen) : askCurrent(step))
  useReviewKeys({
    moveBy: cursor.moveBy,
    take,
    choose: (severity) => threat && setDrafts({ ...drafts, [threat.id]: { ...draft, severity } }),
    toggleSelected: () => cursor.currentId && select(cursor.currentId, !selected.has(cursor.currentId)),
    clearSelection: () => setSelected(new Set()),
    undo: () => void review.undo(),
    compare: () => {
      const first = detail.data?.related.find(({ stage }) => stage !== 'deletionPending')
      if (first && threat?.stage === 'queued') setComparedId(first.id)
    },
  })

  usePageActions(() => {
    const steps = queueSteps.map(({ step, label }) => ({ label: t(label), run: () => take(step) }))
    const current = threat?.stage === 'queued' ? shownTitle(threat.source, threat.title) : undefined
    return actionsOn(steps, chosen.length, current)
  })

  return {
    claims,
    selected,
    select,
    selectOnly: (chosenIds: readonly string[]) => setSelected(new Set(chosenIds)),
    selectAll: (records: readonly QaRecord[]) => {
      setBeyond(records)
      setSelected(new Set(records.map(({ id }) => id)))
    },
    /** Deselects what isn't loaded, when the filters change. */
    keepToShown: () => setBeyond([]),
    chosen,
    draft,
    setDraft: (next: Draft) => threat && setDrafts({ ...drafts, [threat.id]: next }),
    stepsTaken,
    ask,
    askCurrent,
    pendingStep,
    confirm,
    dismiss: () => setPendingStep(null),
    comparedId,
    compare: setComparedId,
    merge,
  }
}
