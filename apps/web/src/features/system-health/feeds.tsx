import { bundledFeed } from '@signet/contract/collection/scans'
import { listFeeds, type FeedReading } from '@signet/contract/operation/system-health'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { exactNumber } from '../../format/numbers/exact-number.ts'
import { DataState, Skeleton } from '../../ui/feedback/data-state.tsx'
import { SimpleTable } from '../../ui/grid/simple-table.tsx'
import { Chip, type ChipTone } from '../../ui/feedback/status-chip.tsx'
import { Card, Stack } from '../../ui/layout/parts.tsx'
import { TimeAgo } from '../../ui/text/time-text.tsx'
import { sentenceOf } from '../../words/messages.ts'
import { NothingYet } from './nothing-yet.tsx'
import { t, type Word } from './words.ts'
import css from './system-health-page.module.css'

const states: Record<FeedReading['state'], { label: Word; tone: ChipTone }> = {
  queued: { label: 'waiting', tone: 'closed' },
  running: { label: 'running', tone: 'new' },
  done: { label: 'ok', tone: 'good' },
  failed: { label: 'failed', tone: 'stopped' },
}

/** All data feeds with their last run: its time, the number of records, and the result. */
export function Feeds() {
  const query = useQuery({
    queryKey: ['installation', 'feeds'],
    queryFn: ({ signal }) => call(listFeeds, { signal }),
  })
  return (
    <Card as="div" className={css.card}>
      <h2>{t('feeds')}</h2>
      <DataState
        query={query}
        what={t('feedsWhat')}
        loading={<Skeleton lines={4} />}
        isEmpty={(rows) => rows.length === 0}
        empty={<NothingYet title={t('noFeeds')} hint={t('noFeedsText')} />}
      >
        {(rows) => (
          <SimpleTable
            label={t('feeds')}
            rows={rows}
            idOf={({ feed }) => feed}
            isCards
            columns={[
              {
                key: 'feed',
                label: t('feed'),
                wraps: true,
                render: ({ feed, error }) => (
                  <Stack as="span" gap={0} grow className={css.words}>
                    {feed === bundledFeed ? t('phishingList') : feed}
                    {error ? <span>{sentenceOf(error)}</span> : null}
                  </Stack>
                ),
              },
              {
                key: 'state',
                label: t('status'),
                render: ({ state }) => <Chip tone={states[state].tone}>{t(states[state].label)}</Chip>,
              },
              {
                key: 'at',
                label: t('lastRead'),
                render: ({ finishedAt, startedAt }) => <TimeAgo at={finishedAt ?? startedAt} />,
              },
              {
                key: 'names',
                label: t('namesRead'),
                isFigure: true,
                render: ({ namesRead }) => exactNumber(namesRead),
              },
              {
                key: 'threats',
                label: t('threatsFound'),
                isFigure: true,
                render: ({ threatsAdded }) => exactNumber(threatsAdded),
              },
            ]}
          />
        )}
      </DataState>
    </Card>
  )
}
