import { lazy } from '../../api/lazy.ts'
import { RecordList } from './list/record-list.tsx'
import { RecordsContext } from './records.ts'
import { threatRecords } from './threat-records.ts'

const RecordPage = lazy(() => import('./record/record-page.tsx').then(({ RecordPage: page }) => ({ default: page })))

/** The threats of one source, of all sources, or of the user's bookmarks, for deciding which are real and what to do about each. */
export function ThreatsPage() {
  return (
    <RecordsContext value={threatRecords}>
      <RecordList />
    </RecordsContext>
  )
}

/** One threat on a page of its own. */
export const ThreatPage = () => <RecordPage records={threatRecords} />
