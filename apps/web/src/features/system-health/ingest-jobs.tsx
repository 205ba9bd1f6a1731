import { listIngestJobs, type IngestJob } from '@signet/contract/collection/ingest'
import { everySource } from '@signet/contract/threats/sources'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { exactNumber } from '../../format/numbers/exact-number.ts'
import { useCompanyNames } from '../../session/client-info.ts'
import { Button } from '../../ui/controls/button.tsx'
import { DataState, Skeleton } from '../../ui/feedback/data-state.tsx'
import { SimpleTable } from '../../ui/grid/simple-table.tsx'
import { SourceIcon } from '../../parts/threats/source-icon.tsx'
import { Chip, type ChipTone } from '../../ui/feedback/status-chip.tsx'
import { Card, Inline } from '../../ui/layout/parts.tsx'
import { TimeAgo } from '../../ui/text/time-text.tsx'
import { usePageSearch } from '../../url/page-search.ts'
import { validateSystemHealthSearch } from './system-health-search.ts'
import { NothingYet } from './nothing-yet.tsx'
import { t, type Word } from './words.ts'
import css from './system-health-page.module.css'
import { valueName } from '../../words/named/name-of.ts'

const states: Record<IngestJob['state'], { label: Word; tone: ChipTone }> = {
  running: { label: 'running', tone: 'new' },
  done: { label: 'done', tone: 'good' },
  failed: { label: 'failed', tone: 'stopped' },
}
const perPage = 10

/** The batches sent by collectors, newest first. */
export function IngestJobs() {
  const [{ jobs = '1' }, change] = usePageSearch(validateSystemHealthSearch)
  const pageNumber = Number(jobs)
  const setPageNumber = (next: number) => change({ jobs: String(next) })
  const nameOf = useCompanyNames()
  const query = useQuery({
    queryKey: ['installation', 'ingestJobs', pageNumber],
    queryFn: ({ signal }) => call(listIngestJobs, { query: { pageNumber, limit: perPage }, signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <Card as="div" className={css.card}>
      <h2>{t('submissions')}</h2>
      <DataState
        query={query}
        what={t('submissionsWhat')}
        loading={<Skeleton lines={6} />}
        isEmpty={({ total }) => total === 0}
        empty={<NothingYet title={t('noSubmissions')} hint={t('noSubmissionsText')} />}
      >
        {({ items, total }) => (
          <>
            <SimpleTable
              label={t('submissions')}
              rows={items}
              idOf={({ id }) => id}
              isCards
              columns={[
                {
                  key: 'source',
                  label: t('source'),
                  render: ({ source }) => (
                    <Inline as="span" is-inline>
                      <SourceIcon source={source} />
                      {valueName(everySource[source].label)}
                    </Inline>
                  ),
                },
                { key: 'company', label: t('company'), render: ({ company }) => nameOf(company) },
                {
                  key: 'state',
                  label: t('status'),
                  render: ({ state }) => <Chip tone={states[state].tone}>{t(states[state].label)}</Chip>,
                },
                { key: 'new', label: t('new'), isFigure: true, render: ({ accepted }) => exactNumber(accepted) },
                {
                  key: 'known',
                  label: t('known'),
                  isFigure: true,
                  isWide: true,
                  render: ({ duplicates }) => exactNumber(duplicates),
                },
                {
                  key: 'rejected',
                  label: t('rejected'),
                  isFigure: true,
                  isWide: true,
                  render: ({ rejected }) => exactNumber(rejected),
                },
                { key: 'at', label: t('time'), render: ({ at }) => <TimeAgo at={at} /> },
              ]}
            />
            {total > perPage ? (
              <Inline as="nav" align="stretch" justify="end" above={3} aria-label={t('submissionPages')}>
                <Button disabled={pageNumber === 1} onClick={() => setPageNumber(pageNumber - 1)}>
                  {t('newer')}
                </Button>
                <Button disabled={pageNumber * perPage >= total} onClick={() => setPageNumber(pageNumber + 1)}>
                  {t('older')}
                </Button>
              </Inline>
            ) : null}
          </>
        )}
      </DataState>
    </Card>
  )
}
