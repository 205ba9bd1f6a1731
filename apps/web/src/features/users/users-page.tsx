import { usePageSearch } from '../../url/page-search.ts'
import { Page } from '../../ui/layout/page.tsx'
import { Segments } from '../../ui/controls/segments.tsx'
import { Box, Inline } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'
import { AddUserForm } from './add-user-form.tsx'
import { UserList } from './user-list.tsx'
import { validateUsersSearch, type UsersSearch } from './users-search.ts'

/** The width of the form with the preview of the menu next to it. */
const formPx = 976

/** The users and their roles: a form for invitations, and a list of all users. */
export function UsersPage() {
  const [search, change] = usePageSearch(validateUsersSearch)
  const views = (
    <Segments
      label={t('viewChoice')}
      choices={[
        { value: 'add', label: t('inviteUser') },
        { value: 'people', label: t('people') },
      ]}
      value={search.view ?? 'add'}
      onChange={(view) => change({ ...nothing, view: view === 'people' ? 'people' : undefined })}
    />
  )
  const open = (id: string) => change({ ...nothing, view: 'people', id })
  return search.view === 'people' ? (
    <Page title={t('addUser')} layout="fill">
      <UserList views={views} search={search} onChange={change} />
    </Page>
  ) : (
    <Page title={t('addUser')}>
      <Box middle most={formPx}>
        <Inline gap={3} wrap below={4} data-every-company>
          {views}
        </Inline>
        <AddUserForm onOpen={open} />
      </Box>
    </Page>
  )
}

const nothing: Required<{ [K in keyof UsersSearch]: undefined }> = {
  view: undefined,
  q: undefined,
  role: undefined,
  company: undefined,
  state: undefined,
  sort: undefined,
  dir: undefined,
  id: undefined,
}
