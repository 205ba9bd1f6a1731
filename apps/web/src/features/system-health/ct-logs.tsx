import { listCtLogs, type CtLogState } from '@signet/contract/collection/ct-logs'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { duration } from '../../format/time/duration.ts'
import { exactNumber } from '../../format/numbers/exact-number.ts'
import { DataState, Skeleton, StateBlock } from '../../ui/feedback/data-state.tsx'
import { SimpleTable } from '../../ui/grid/simple-table.tsx'
import { Chip, type ChipTone } from '../../ui/feedback/status-chip.tsx'
import { Card, Stack, Text } from '../../ui/layout/parts.tsx'
import { sentenceOf } from '../../words/messages.ts'
import { t, type Word } from './words.ts'
import css from './system-health-page.module.css'

const states: Record<CtLogState, { label: Word; tone: ChipTone }> = {
  waiting: { label: 'waiting', tone: 'closed' },
  reading: { label: 'ok', tone: 'good' },
  stopped: { label: 'inconsistent', tone: 'stopped' },
  ended: { label: 'retired', tone: 'closed' },
}
const refreshMs = 15_000
const heightMaxPx = 480

/** Every certificate transparency log: its position, its lag, and its last error. */
export function CtLogs() {
  const query = useQuery({
    queryKey: ['installation', 'ctLogs'],
    queryFn: ({ signal }) => call(listCtLogs, { signal }),
    refetchInterval: refreshMs,
  })
  return (
    <Card as="div" className={css.card}>
      <h2>{t('certificateLogs')}</h2>
      <DataState
        query={query}
        what={t('certificateLogsWhat')}
        loading={<Skeleton lines={18} />}
        isEmpty={({ logs }) => logs.length === 0}
        empty={<StateBlock title={t('noLogs')}>{t('noLogsText')}</StateBlock>}
      >
        {({ logs }) => {
          const behind = logs.filter(({ isBehind }) => isBehind).length
          return (
            <>
              <Text as="p" tone="quiet" below={2}>
                {t('logsBehind', {
                  behind: exactNumber(behind),
                  logs: t('logsCount', { count: logs.length }),
                })}
              </Text>
              <SimpleTable
                label={t('certificateLogs')}
                rows={logs}
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
                    render: ({ state, isBehind }) =>
                      state === 'reading' && isBehind ? (
                        <Chip tone="medium">{t('behind')}</Chip>
                      ) : (
                        <Chip tone={states[state].tone}>{t(states[state].label)}</Chip>
                      ),
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
            </>
          )
        }}
      </DataState>
    </Card>
  )
}
