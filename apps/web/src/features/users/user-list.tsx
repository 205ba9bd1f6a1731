import { roles, type Role } from '@signet/contract/access/permissions'
import { userStates, type User, type UserState } from '@signet/contract/access/users'
import { type ReactNode, useState } from 'react'
import { usePagedRows } from '../../api/paged-rows.ts'
import { roleName } from '../../format/names/role-words.ts'
import { useCompanyItems, useCompanyNames } from '../../session/client-info.ts'
import { Button } from '../../ui/controls/button.tsx'
import { DataGrid } from '../../ui/grid/data-grid.tsx'
import { FailedBlock, StateBlock, type QueryLike } from '../../ui/feedback/data-state.tsx'
import { FacetMenu, type Choice } from '../../ui/filters/facet-menu.tsx'
import { FilterPill } from '../../ui/filters/filter-pill.tsx'
import { createGridStore } from '../../ui/grid/columns/grid-store.ts'
import { SearchField } from '../../ui/controls/search-field.tsx'
import { Inline, Stack, Text } from '../../ui/layout/parts.tsx'
import { phone, useMedia } from '../../ui/layout/use-media.ts'
import { t } from './words.ts'
import { userColumns, stateNames } from './user-columns.tsx'
import { UserPanel } from './user-panel.tsx'
import { sortingOf, usersQuery } from './users.api.ts'
import type { UserSort, UsersSearch } from './users-search.ts'
import css from './users.module.css'
import { sortedBy } from '../../ui/grid/columns/columns.ts'
import { useListKeys } from '../../ui/grid/keys/use-list-keys.ts'

const rowPx = 56

interface UserListProps {
  /** The switch between the list and the form. */
  views: ReactNode
  search: UsersSearch
  onChange: (changes: Partial<UsersSearch>) => void
}

/** All users, with search and filters, and one of them in the panel. */
export function UserList({ views, search, onChange }: UserListProps) {
  const [store] = useState(createGridStore)
  const rows = usePagedRows<User>((pageNumber) => usersQuery(search, pageNumber))
  const isPhone = useMedia(phone)
  const nameOf = useCompanyNames()
  const sorting = sortingOf(search)
  const index = rows.loaded.findIndex(({ id }) => id === search.id)

  const change = (changes: Partial<UsersSearch>) => {
    store.reset()
    onChange({ ...changes, id: undefined })
  }
  const open = (user: User, at: number) => {
    store.moveTo(at)
    onChange({ id: user.id })
  }
  const { moveBy } = useListKeys({
    rows,
    store,
    openIndex: index,
    onOpen: open,
    onMove: (user, at) => search.id && open(user, at),
    more: {
      Escape: () => {
        if (search.id) onChange({ id: undefined })
      },
    },
  })
  const onSort = (by: UserSort) =>
    change(sortedBy(by, sorting, by === 'lastSignIn' || by === 'createdAt' ? 'desc' : 'asc'))
  const instead =
    rows.total === undefined && rows.error ? (
      <FailedBlock what={t('usersToLoad')} error={rows.error} retry={rows.refetch} />
    ) : rows.total === 0 ? (
      <StateBlock
        title={t('noUsersMatch')}
        action={<Button onClick={() => change(noFilters)}>{t('clearFilters')}</Button>}
      >
        {t('noUsersMatchHint')}
      </StateBlock>
    ) : undefined
  return (
    <Inline gap={0} align="stretch" grow className="panels">
      <div className={`${css.rows} tall`}>
        <Stack gap={2} className="list-tools">
          <div data-every-company>{views}</div>
          <Filters search={search} onChange={change} />
          <Text as="p" least={24} tone="quiet">
            <output className="num">
              {rows.total === undefined || rows.isOld ? null : (
                <Text as="b" tone="plain">
                  {t('usersCount', { count: rows.total })}
                </Text>
              )}
            </output>
          </Text>
        </Stack>
        <DataGrid
          label={t('people')}
          columns={userColumns(nameOf, isPhone ? 'phone' : search.id ? 'narrow' : 'wide')}
          rows={rows}
          store={store}
          idOf={({ id }) => id}
          rowHeight={rowPx}
          sorting={sorting}
          onSort={onSort}
          onOpen={open}
          instead={instead}
        />
      </div>
      {search.id && (
        <UserPanel
          key={search.id}
          userId={search.id}
          nameOf={nameOf}
          index={index}
          total={rows.total ?? 0}
          onMove={moveBy}
          onClose={() => onChange({ id: undefined })}
        />
      )}
    </Inline>
  )
}

const noFilters = { q: undefined, role: undefined, company: undefined, state: undefined } as const

interface FiltersProps {
  search: UsersSearch
  onChange: (changes: Partial<UsersSearch>) => void
}

function Filters({ search, onChange }: FiltersProps) {
  const companies = useCompanyItems()
  const isFiltered = [search.q, search.role, search.company, search.state].filter(Boolean).length >= 2
  return (
    <Inline as="search" align="stretch" wrap="or-scroll" aria-label={t('filterUsers')}>
      <SearchField label={t('searchUsers')} value={search.q} onChange={(q) => onChange({ q })} />
      <Facet<Role>
        label={t('role')}
        options={roles.map((role) => ({ value: role, label: roleName(role) }))}
        chosen={search.role}
        onChange={(role) => onChange({ role })}
      />
      <Facet<string>
        label={t('company')}
        options={companies.data?.map(({ key, label }) => ({ value: key, label }))}
        query={companies}
        chosen={search.company}
        onChange={(company) => onChange({ company })}
      />
      <Facet<UserState>
        label={t('state')}
        options={userStates.map((state) => ({ value: state, label: t(stateNames[state]) }))}
        chosen={search.state}
        onChange={(state) => onChange({ state })}
      />
      {isFiltered && (
        <Button kind="quiet" onClick={() => onChange(noFilters)}>
          {t('clearAllFilters')}
        </Button>
      )}
    </Inline>
  )
}

function Facet<T extends string>({
  label,
  options,
  query,
  chosen,
  onChange,
}: {
  label: string
  options: readonly Choice<T>[] | undefined
  query?: QueryLike<unknown>
  chosen: readonly T[] | undefined
  onChange: (chosen: T[] | undefined) => void
}) {
  const words = chosen?.map((value) => options?.find((option) => option.value === value)?.label ?? value)
  return (
    <FilterPill
      label={label}
      value={words && (words.length > 1 ? `${words[0]} +${words.length - 1}` : words[0])}
      onClear={() => onChange(undefined)}
    >
      {() => (
        <FacetMenu
          label={label}
          options={options}
          query={query}
          chosen={chosen ?? []}
          onChange={(next) => onChange(next.length > 0 ? next : undefined)}
        />
      )}
    </FilterPill>
  )
}
