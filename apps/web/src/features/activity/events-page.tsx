import { isOneOf } from '@signet/contract/narrow'
import { eventKinds } from '@signet/contract/threats/events'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { exactNumber } from '../../format/numbers/exact-number.ts'
import { usePageSearch } from '../../url/page-search.ts'
import { useCompany } from '../../session/company.ts'
import { Button } from '../../ui/controls/button.tsx'
import { DataState, Skeleton, StateBlock } from '../../ui/feedback/data-state.tsx'
import { FacetFilters, filterWords } from '../../ui/filters/facet-filters.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Card, Inline, Text } from '../../ui/layout/parts.tsx'
import { Timeline } from '../../ui/layout/timeline.tsx'
import { t } from './words.ts'
import { severityFacet, sourceFacet } from './activity-filters.tsx'
import { validateEventsSearch, type EventsSearch } from './activity-search.ts'
import { activitySourcesQuery, eventKindsQuery, eventsPerPage, eventsQuery, severitiesQuery } from './activity.api.ts'
import css from './activity.module.css'
import { entryOf, EventHeads, EventKey } from './event-entry.tsx'

/** Clears all filters and returns to the newest events. */
const noFilters = {
  q: undefined,
  kind: undefined,
  source: undefined,
  severity: undefined,
  from: undefined,
  to: undefined,
  page: undefined,
} as const satisfies EventsSearch

const kindWord = (kind: string): string => (isOneOf(eventKinds, kind) ? t(`kind.${kind}`) : kind)

/** The events of a company in chronological order. */
export function EventsPage() {
  const company = useCompany()
  const [search, change] = usePageSearch(validateEventsSearch)
  const query = useQuery({ ...eventsQuery(company, search), placeholderData: keepPreviousData })
  const facets = [
    { key: 'kind', label: t('kind'), chosen: search.kind, wordOf: kindWord, options: eventKindsQuery },
    sourceFacet(search.source, activitySourcesQuery(company, {})),
    severityFacet(search.severity, severitiesQuery),
  ]
  const words = filterWords(search, facets, t('dateRange'))
  const page = Number(search.page ?? '1')
  return (
    <Page title={t('events')}>
      <FacetFilters
        label={t('filterEvents')}
        searchLabel={t('searchEvents')}
        rangeLabel={t('date')}
        search={search}
        facets={facets}
        onChange={(changes) => change({ ...changes, page: undefined })}
        onClear={() => change(noFilters)}
      />
      <Card as="div" above={4} className={css.events} aria-busy={query.isPlaceholderData || undefined}>
        <DataState
          query={query}
          what={t('eventsWhat')}
          loading={<Skeleton lines={16} />}
          isEmpty={({ items }) => items.length === 0}
          empty={
            words.length > 0 || page > 1 ? (
              <StateBlock
                title={t('noMatch')}
                action={<Button onClick={() => change(noFilters)}>{t('clearFilters')}</Button>}
              >
                {words.length > 0 ? t('activeFilters', { filters: words.join('; ') }) : null}
              </StateBlock>
            ) : (
              <StateBlock title={t('noEvents')}>{t('noEventsText')}</StateBlock>
            )
          }
        >
          {({ items, total, totalIsCapped }) => (
            <>
              <Inline gap="2 6" wrap below={3}>
                <Text as="h2" num>
                  {t('eventsCount', { count: total })}
                  {totalIsCapped ? '+' : null}
                </Text>
                <EventKey events={items} />
              </Inline>
              <EventHeads />
              <Timeline label={t('events')} entries={items.map(entryOf).toReversed()} />
              <Inline as="nav" wrap above={4} pad="3 0 0" line="above" aria-label={t('eventPages')}>
                <Button disabled={page === 1} onClick={() => change({ page: page > 2 ? String(page - 1) : undefined })}>
                  {t('newer')}
                </Button>
                <Button
                  disabled={page * eventsPerPage >= total && !totalIsCapped}
                  onClick={() => change({ page: String(page + 1) })}
                >
                  {t('older')}
                </Button>
                <Text as="output" size="meta" tone="quiet" num>
                  {t('rowsShown', {
                    first: exactNumber((page - 1) * eventsPerPage + 1),
                    last: exactNumber((page - 1) * eventsPerPage + items.length),
                    total: `${exactNumber(total)}${totalIsCapped ? '+' : ''}`,
                  })}
                </Text>
              </Inline>
            </>
          )}
        </DataState>
      </Card>
    </Page>
  )
}
