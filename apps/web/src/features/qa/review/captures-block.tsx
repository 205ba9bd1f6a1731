import { Suspense } from 'react'
import { lazy } from '../../../api/lazy.ts'
import { Card } from '../../../ui/layout/parts.tsx'
import type { QaRecordDetail } from '../qa-kind.ts'
import { didNotAnswer, silentText } from '../../../parts/threats/indicator-row.tsx'
import { reviewedHostOf } from './checks.ts'
import css from './review-evidence.module.css'
import { FramesToCome } from './review-heading.tsx'

const CompareFrames = lazy(() =>
  import('../../../parts/threats/pictures/compare-frames.tsx').then((part) => ({ default: part.CompareFrames })),
)
const NotCaptured = lazy(() => import('./not-captured.tsx').then((part) => ({ default: part.NotCaptured })))

/** The captures of a page next to the brand's own page, or why there is none yet; nothing for a record without a page or capture. */
export function CapturesBlock({ threat, captures }: { threat: QaRecordDetail; captures: QaRecordDetail['evidence'] }) {
  const missing =
    reviewedHostOf(threat) && captures.length === 0 ? (
      <Suspense fallback={null}>
        <NotCaptured key={threat.id} threat={threat} />
      </Suspense>
    ) : null
  if (captures.length > 0 || (missing && threat.officialBrand)) {
    return (
      <Suspense fallback={<FramesToCome />}>
        <CompareFrames
          key={threat.id}
          threat={threat}
          captures={captures}
          shownFirst={missing ? 'both' : 'suspect'}
          missing={missing}
          {...(didNotAnswer(threat) && { note: silentText() })}
        />
      </Suspense>
    )
  }
  return missing ? (
    <Card kind="bare" className={css.noCapture}>
      {missing}
    </Card>
  ) : null
}
