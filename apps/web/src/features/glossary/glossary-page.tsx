import { useQuery } from '@tanstack/react-query'
import { useCompany } from '../../session/company.ts'
import { DataState, Skeleton, StateBlock } from '../../ui/feedback/data-state.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { useShortcuts } from '../../ui/keys/shortcuts.ts'
import { Stack } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'
import { glossaryQuery } from './glossary.api.ts'
import { Entries } from './glossary-entries.tsx'

/** Explains the indicators: by category, with a search and a link for each entry. */
export function GlossaryPage() {
  const company = useCompany()
  const query = useQuery(glossaryQuery(company))
  useShortcuts({ '/': () => document.querySelector<HTMLInputElement>('[data-list-search]')?.focus() })
  return (
    <Page title={t('glossary')}>
      <DataState
        query={query}
        what={t('glossaryWhat')}
        loading={<ReadingSkeleton />}
        isEmpty={(entries) => entries.length === 0}
        empty={<StateBlock title={t('emptyTitle')}>{t('emptyText')}</StateBlock>}
      >
        {(entries) => <Entries entries={entries} />}
      </DataState>
    </Page>
  )
}

function ReadingSkeleton() {
  return (
    <div className="indexed">
      <Stack className="beside">
        <Skeleton lines={9} />
      </Stack>
      <Stack gap={8} pad="0 0 10">
        <Skeleton lines={14} />
      </Stack>
    </div>
  )
}
