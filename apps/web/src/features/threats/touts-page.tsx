import { Navigate } from '@tanstack/react-router'
import { lazy } from '../../api/lazy.ts'
import { sourceSlug } from '../../url/source-slug.ts'
import { useClientInfo } from '../../session/client-info.ts'
import { useUser } from '../../session/use-session.ts'
import { RecordsContext, type Records } from './records.ts'
import { RecordList } from './list/record-list.tsx'
import { toutRecords } from './tout-records.tsx'
import { t } from './words.ts'

const RecordPage = lazy(() => import('./record/record-page.tsx').then(({ RecordPage: page }) => ({ default: page })))

const resellers: Records = {
  ...toutRecords,
  words: {
    ...toutRecords.words,
    title: () => t('ticketResellers'),
    one: () => t('ticketReseller'),
    count: (count) => t('ticketResellersCount', { count }),
  },
}

/** The touts, with the name that the menu of the company gives them. */
function useToutRecords(): Records {
  return useClientInfo()?.config.navigation === 'lottery' ? resellers : toutRecords
}

/** The touts of one source, of all sources, or of the user's bookmarks: who sells or advertises without authorisation. */
export function ToutsPage() {
  return (
    <RecordsContext value={useToutRecords()}>
      <RecordList />
    </RecordsContext>
  )
}

/** The page at `/touts` redirects to the company's first source. */
export function ToutsIndex() {
  const user = useUser()
  const info = useClientInfo()
  const [first = 'All'] = (info ?? user).toutSources
  return <Navigate to={toutRecords.listRoute} params={{ source: sourceSlug(first) }} replace />
}

/** One tout on a page of its own. */
export const ToutPage = () => <RecordPage records={useToutRecords()} />
