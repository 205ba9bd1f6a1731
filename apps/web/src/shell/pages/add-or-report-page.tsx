import { Suspense } from 'react'
import { lazy } from '../../api/lazy.ts'
import { useCan } from '../../session/use-session.ts'
import { Skeleton } from '../../ui/feedback/data-state.tsx'

const AddThreats = lazy(() =>
  import('../../features/qa/add/add-threats-page.tsx').then(({ AddThreatsPage: page }) => ({ default: page })),
)
const ReportThreat = lazy(() =>
  import('../../features/requests/add-request-page.tsx').then(({ ReportThreatPage: page }) => ({ default: page })),
)

/** Adds known threats. Users without that permission report them to the team with a request on the same page. */
export function AddOrReportPage() {
  const mayAdd = useCan('threats:add')
  const mayAsk = useCan('requests:use')
  return <Suspense fallback={<Skeleton lines={8} />}>{mayAdd || !mayAsk ? <AddThreats /> : <ReportThreat />}</Suspense>
}
