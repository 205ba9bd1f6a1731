import { usePageSearch } from '../../url/page-search.ts'
import { Page } from '../../ui/layout/page.tsx'
import { Segments } from '../../ui/controls/segments.tsx'
import { Inline } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'
import { AnnouncementEditor } from './announcement-form.tsx'
import { AnnouncementList } from './announcement-list.tsx'
import { validateNotificationsSearch } from './notifications-search.ts'
import { RuleEditor } from './rule-form.tsx'
import { RuleList } from './rule-list.tsx'

/** Announcements and staff notification rules with their recipients, times and delivery status. */
export function NotificationsPage() {
  const [search, change] = usePageSearch(validateNotificationsSearch)
  const isRules = search.tab === 'rules'
  const close = () => change({ edit: undefined })
  if (search.edit) {
    return (
      <Page title={t('notificationsManager')}>
        {isRules ? (
          <RuleEditor key={search.edit} id={search.edit} onClose={close} />
        ) : (
          <AnnouncementEditor key={search.edit} search={search} onClose={close} />
        )}
      </Page>
    )
  }
  return (
    <Page title={t('notificationsManager')}>
      <Inline gap={0} align="stretch" below={4} data-every-company>
        <Segments
          label={t('view')}
          choices={[
            { value: 'announcements', label: t('announcements') },
            { value: 'rules', label: t('staffRules') },
          ]}
          value={isRules ? 'rules' : 'announcements'}
          onChange={(tab) => change({ tab: tab === 'rules' ? 'rules' : undefined, q: undefined, page: undefined })}
        />
      </Inline>
      {isRules ? (
        <RuleList onEdit={(edit) => change({ edit })} />
      ) : (
        <AnnouncementList search={search} onChange={change} />
      )}
    </Page>
  )
}
