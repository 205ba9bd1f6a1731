import { listFeeds, type FeedReading } from '@signet/contract/diagnostics'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { exactNumber } from '../../format/exact-number.ts'
import { DataState, Skeleton, StateBlock } from '../../ui/feedback/data-state.tsx'
import { SimpleTable } from '../../ui/grid/simple-table.tsx'
import { Chip, type ChipTone } from '../../ui/feedback/status-chip.tsx'
import { Card, Stack } from '../../ui/layout/parts.tsx'
import { TimeAgo } from '../../ui/text/time-text.tsx'
import { msg, t, type Marked } from '../../words/words.ts'
import css from './test-page.module.css'

const states: Record<FeedReading['state'], { label: Marked; tone: ChipTone }> = {
  queued: { label: msg('Waits'), tone: 'closed' },
  running: { label: msg('Runs'), tone: 'new' },
  done: { label: msg('Works'), tone: 'good' },
  failed: { label: msg('Fails'), tone: 'stopped' },
}

/** Every source of data with its last reading: when, how much, and whether it worked. */
export function Feeds() {
  const query = useQuery({
    queryKey: ['installation', 'feeds'],
    queryFn: ({ signal }) => call(listFeeds, { signal }),
  })
  return (
    <Card as="div" className={css.card}>
      <h2>{t('Sources of data')}</h2>
      <DataState
        query={query}
        what={t('The sources of data')}
        loading={<Skeleton lines={5} />}
        isEmpty={(rows) => rows.length === 0}
        empty={<StateBlock title={t('Nothing was read yet')}>{t('A scan reads a feed and appears here.')}</StateBlock>}
      >
        {(rows) => (
          <SimpleTable
            label={t('Sources of data')}
            rows={rows}
            idOf={({ feed }) => feed}
            columns={[
              {
                key: 'feed',
                label: t('Feed'),
                render: ({ feed, error }) => (
                  <Stack as="span" gap={0} grow className={css.words}>
                    {feed}
                    {error ? <span>{error}</span> : null}
                  </Stack>
                ),
              },
              {
                key: 'state',
                label: t('Result'),
                render: ({ state }) => <Chip tone={states[state].tone}>{t(states[state].label)}</Chip>,
              },
              {
                key: 'at',
                label: t('Last reading'),
                render: ({ finishedAt, startedAt }) => <TimeAgo at={finishedAt ?? startedAt} />,
              },
              {
                key: 'names',
                label: t('Names read'),
                isFigure: true,
                isWide: true,
                render: ({ namesRead }) => exactNumber(namesRead),
              },
              {
                key: 'threats',
                label: t('Threats found'),
                isFigure: true,
                isWide: true,
                render: ({ threatsAdded }) => exactNumber(threatsAdded),
              },
            ]}
          />
        )}
      </DataState>
    </Card>
  )
}
