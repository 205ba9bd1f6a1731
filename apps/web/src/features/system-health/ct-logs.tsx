import type { CtLogReading, CtLogState } from '@signet/contract/collection/ct-logs'
import { useQuery } from '@tanstack/react-query'
import { duration } from '../../format/time/duration.ts'
import { exactNumber } from '../../format/numbers/exact-number.ts'
import { DataState, Skeleton } from '../../ui/feedback/data-state.tsx'
import { SimpleTable } from '../../ui/grid/simple-table.tsx'
import { Chip, type ChipTone } from '../../ui/feedback/status-chip.tsx'
import { Card, Stack, Text } from '../../ui/layout/parts.tsx'
import { sentenceOf } from '../../words/messages.ts'
import { lacksOf, logsQuery } from './health-summary.tsx'
import { NothingYet } from './nothing-yet.tsx'
import { t, type Word } from './words.ts'
import css from './system-health-page.module.css'

const states: Record<CtLogState, { label: Word; tone: ChipTone }> = {
  waiting: { label: 'waiting', tone: 'closed' },
  reading: { label: 'ok', tone: 'good' },
  stopped: { label: 'inconsistent', tone: 'stopped' },
  ended: { label: 'retired', tone: 'closed' },
}
const heightMaxPx = 480

/** Every certificate transparency log: its position, its lag, and its last error. Those of the demo, which aren't read, are a sentence. */
export function CtLogs() {
  const query = useQuery(logsQuery)
  return (
    <Card as="div" className={css.card}>
      <h2>{t('certificateLogs')}</h2>
      <DataState
        query={query}
        what={t('certificateLogsWhat')}
        loading={<Skeleton lines={18} />}
        isEmpty={({ logs }) => logs.length === 0}
        empty={<NothingYet title={t('noLogs')} hint={t('noLogsText')} />}
      >
        {({ logs }) => {
          const lacks = lacksOf(logs)
          const read = logs.filter(({ isDemo }) => !isDemo)
          return (
            <>
              <Text as="p" tone="quiet" below={read.length > 0 ? 2 : 0}>
                {read.length === 0
                  ? t('demoLogsCount', { count: logs.length })
                  : t('logsCount', { count: read.length, states: lacks || t('noneBehind') })}
              </Text>
              {read.length > 0 ? (
                <SimpleTable
                  label={t('certificateLogs')}
                  rows={read}
                  idOf={({ id }) => id}
                  maxHeightPx={heightMaxPx}
                  isCards
                  columns={[
                    {
                      key: 'log',
                      label: t('log'),
                      wraps: true,
                      render: ({ description, operator, error }) => (
                        <Stack as="span" gap={0} grow className={css.words}>
                          {description}
                          <span>{operator}</span>
                          {error ? <span>{sentenceOf(error)}</span> : null}
                        </Stack>
                      ),
                    },
                    {
                      key: 'state',
                      label: t('status'),
                      render: (log) => <LogState log={log} />,
                    },
                    {
                      key: 'lag',
                      label: t('delay'),
                      isFigure: true,
                      render: ({ lagSeconds }) => (lagSeconds === null ? t('unknown') : duration(lagSeconds * 1000)),
                    },
                    {
                      key: 'backlog',
                      label: t('backlog'),
                      isFigure: true,
                      render: ({ backlog }) => exactNumber(backlog),
                    },
                    {
                      key: 'gaps',
                      label: t('missing'),
                      isFigure: true,
                      render: ({ gaps }) => exactNumber(gaps),
                    },
                  ]}
                />
              ) : null}
            </>
          )
        }}
      </DataState>
    </Card>
  )
}

/** A log that is read isn't OK while it lags, or if it no longer served entries, whose names nobody compared. */
function LogState({ log: { state, isBehind, gaps } }: { log: CtLogReading }) {
  const lack = state !== 'reading' ? null : isBehind ? 'behind' : gaps > 0 ? 'gaps' : null
  return <Chip tone={lack ? 'medium' : states[state].tone}>{t(lack ?? states[state].label)}</Chip>
}
