import { contactRules, listAbuseContacts, type ListedContact } from '@signet/contract/takedowns/abuse-contacts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { call } from '../../../api/call.ts'
import { lazy } from '../../../api/lazy.ts'
import { queryClient } from '../../../api/query-client.ts'
import { CaseCrumbs } from '../../../parts/cases/case-layout.tsx'
import { useCompany } from '../../../session/company.ts'
import { useCan } from '../../../session/use-session.ts'
import { SearchField } from '../../../ui/controls/search-field.tsx'
import { Segments } from '../../../ui/controls/segments.tsx'
import { DataState, Skeleton, StateBlock } from '../../../ui/feedback/data-state.tsx'
import { Pager } from '../../../ui/grid/pager.tsx'
import { SimpleTable } from '../../../ui/grid/simple-table.tsx'
import { Card, Inline, Stack } from '../../../ui/layout/parts.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { usePageSearch } from '../../../url/page-search.ts'
import { contactColumns } from './contact-columns.tsx'
import { validateContactsSearch } from './contacts-search.ts'
import { t } from '../words.ts'

const ContactRuleDialog = lazy(() =>
  import('./contact-rule-dialog.tsx').then(({ ContactRuleDialog: dialog }) => ({ default: dialog })),
)

const pageSize = 20
const choices = ['all', ...contactRules] as const

/** The abuse contacts that all companies share, and what the staff decided about them. */
export function ContactsPage() {
  const mayRead = useCan('takedowns:move')
  return (
    <Page title={t('abuseContacts')}>
      <CaseCrumbs to="/takedown" list={t('takedowns')} name={t('abuseContacts')} />
      {mayRead ? <ContactList /> : <StateBlock title={t('staffOnly')}>{t('staffOnlyHint')}</StateBlock>}
    </Page>
  )
}

function ContactList() {
  const company = useCompany()
  const [{ q, rule, page }, setSearch] = usePageSearch(validateContactsSearch)
  const [edited, setEdited] = useState<ListedContact | null>(null)
  const pageNumber = Math.max(1, Number(page) || 1)
  const contacts = useQuery({
    queryKey: [company, 'abuse-contacts', q, rule, pageNumber],
    queryFn: ({ signal }) =>
      call(listAbuseContacts, {
        query: { company, pageNumber, limit: pageSize, searchQuery: q, rule: rule && [rule] },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
  return (
    <Card>
      <Stack gap={3}>
        <Inline wrap>
          <Segments
            label={t('filterByRule')}
            choices={choices.map((value) => ({ value, label: t(`contactRule.${value}`) }))}
            value={rule ?? 'all'}
            onChange={(value) => setSearch({ rule: value === 'all' ? undefined : value, page: undefined })}
          />
          <SearchField
            label={t('searchContacts')}
            value={q}
            onChange={(text) => setSearch({ q: text, page: undefined }, { replace: true })}
          />
        </Inline>
        <DataState
          query={contacts}
          what={t('theContacts')}
          loading={<Skeleton lines={10} />}
          isEmpty={({ total }) => total === 0}
          empty={
            q || rule ? (
              <StateBlock title={t('noContactMatches')}>{t('noContactMatchesHint')}</StateBlock>
            ) : (
              <StateBlock title={t('noContacts')}>{t('noContactsHint')}</StateBlock>
            )
          }
        >
          {({ items, total }) => (
            <>
              <SimpleTable
                label={t('abuseContacts')}
                columns={contactColumns(setEdited)}
                rows={items}
                idOf={({ id }) => id}
                isCards
              />
              <Pager
                pageNumber={pageNumber}
                pages={Math.ceil(total / pageSize)}
                onPage={(next) => setSearch({ page: next === 1 ? undefined : String(next) })}
              />
            </>
          )}
        </DataState>
      </Stack>
      {edited ? (
        <Suspense fallback={null}>
          <ContactRuleDialog
            contact={edited}
            onSaved={() => queryClient.invalidateQueries({ queryKey: [company, 'abuse-contacts'] })}
            onClose={() => setEdited(null)}
          />
        </Suspense>
      ) : null}
    </Card>
  )
}
