import { Suspense, useEffect } from 'react'
import { lazy } from '../../../api/lazy.ts'
import type { ReviewDesk } from './use-review-desk.ts'
import type { ReviewQueue } from './use-review-queue.ts'

// The dialog isn't part of the page. It is preloaded, so that it opens at once when its key is pressed.
const mergeDialog = () => import('./merging/merge-dialog.tsx')
const stepDialogs = () => import('../review-step-dialogs.tsx')
const MergeDialog = lazy(() => mergeDialog().then((part) => ({ default: part.MergeDialog })))
const StepDialogs = lazy(() => stepDialogs().then((part) => ({ default: part.StepDialogs })))

/** The confirmation of a step, and the comparison of two duplicates. */
export function ReviewDialogs({
  queue: { company, kind, detail, threat },
  desk: { draft, pendingStep, confirm, dismiss, comparedId, compare, merge },
}: {
  queue: ReviewQueue
  desk: ReviewDesk
}) {
  useEffect(() => {
    void mergeDialog()
    void stepDialogs()
  }, [])
  return (
    <Suspense>
      {comparedId && detail.data ? (
        <MergeDialog
          kind={kind}
          company={company}
          threat={detail.data}
          otherId={comparedId}
          onClose={() => compare(null)}
          onMerge={merge}
        />
      ) : null}
      {pendingStep ? (
        <StepDialogs
          kind={kind}
          pendingStep={pendingStep}
          note={pendingStep.threats.every(({ id }) => id === threat?.id) ? draft.note : undefined}
          onClose={dismiss}
          onConfirm={confirm}
        />
      ) : null}
    </Suspense>
  )
}
