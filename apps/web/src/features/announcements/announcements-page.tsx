import { usePageSearch } from '../../page-search.ts'
import { Page } from '../../ui/page.tsx'
import { t } from '../../words/words.ts'
import { AnnouncementEditor } from './announcement-form.tsx'
import { AnnouncementList } from './announcement-list.tsx'
import { validateAnnouncementsSearch } from './announcements-search.ts'

/** What is said to many people: who is told what, when and how; what was said, and to how many. */
export function AnnouncementsPage() {
  const [search, change] = usePageSearch(validateAnnouncementsSearch)
  return (
    <Page title={t('Notifications Manager')}>
      {search.edit ? (
        <AnnouncementEditor key={search.edit} search={search} onClose={() => change({ edit: undefined })} />
      ) : (
        <AnnouncementList search={search} onChange={change} />
      )}
    </Page>
  )
}
