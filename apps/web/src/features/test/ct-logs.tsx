import { listCtLogs, type CtLogState } from '@signet/contract/ct-logs'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { duration } from '../../format/duration.ts'
import { exactNumber } from '../../format/exact-number.ts'
import { DataState, Skeleton, StateBlock } from '../../ui/feedback/data-state.tsx'
import { SimpleTable } from '../../ui/grid/simple-table.tsx'
import { Chip, type ChipTone } from '../../ui/feedback/status-chip.tsx'
import { Card, Stack } from '../../ui/layout/parts.tsx'
import { msg, plural, t, type Marked } from '../../words/words.ts'
import css from './test-page.module.css'

const states: Record<CtLogState, { label: Marked; tone: ChipTone }> = {
  waiting: { label: msg('Waits'), tone: 'closed' },
  reading: { label: msg('Works'), tone: 'good' },
  stopped: { label: msg('Contradicts itself'), tone: 'stopped' },
  ended: { label: msg('Has ended'), tone: 'closed' },
}
const refreshMs = 15_000
const heightMaxPx = 480

/** Every certificate transparency log: how far it is read, how far behind, and what went wrong. */
export function CtLogs() {
  const query = useQuery({
    queryKey: ['installation', 'ctLogs'],
    queryFn: ({ signal }) => call(listCtLogs, { signal }),
    refetchInterval: refreshMs,
  })
  return (
    <Card as="div" className={css.card}>
      <h2>{t('Certificate logs')}</h2>
      <DataState
        query={query}
        what={t('The certificate logs')}
        loading={<Skeleton lines={4} />}
        isEmpty={({ logs }) => logs.length === 0}
        empty={
          <StateBlock title={t('No certificate log is read')}>
            {t('A list of logs is not configured, so new certificates are not looked at as they are issued.')}
          </StateBlock>
        }
      >
        {({ logs }) => {
          const behind = logs.filter(({ isBehind }) => isBehind).length
          return (
            <>
              <p className={css.count}>
                {t('{behind} of {logs} behind', {
                  behind: exactNumber(behind),
                  logs: plural(logs.length, '{n} log', '{n} logs'),
                })}
              </p>
              <SimpleTable
                label={t('Certificate logs')}
                rows={logs}
                idOf={({ id }) => id}
                maxHeightPx={heightMaxPx}
                isCards
                columns={[
                  {
                    key: 'log',
                    label: t('Log'),
                    wraps: true,
                    render: ({ description, operator, error }) => (
                      <Stack as="span" gap={0} grow className={css.words}>
                        {description}
                        <span>{operator}</span>
                        {error ? <span>{error}</span> : null}
                      </Stack>
                    ),
                  },
                  {
                    key: 'state',
                    label: t('Result'),
                    render: ({ state, isBehind }) =>
                      state === 'reading' && isBehind ? (
                        <Chip tone="medium">{t('Behind')}</Chip>
                      ) : (
                        <Chip tone={states[state].tone}>{t(states[state].label)}</Chip>
                      ),
                  },
                  {
                    key: 'lag',
                    label: t('Behind by'),
                    isFigure: true,
                    render: ({ lagSeconds }) => (lagSeconds === null ? t('Not known') : duration(lagSeconds * 1000)),
                  },
                  {
                    key: 'backlog',
                    label: t('Not read yet'),
                    isFigure: true,
                    render: ({ backlog }) => exactNumber(backlog),
                  },
                  {
                    key: 'gaps',
                    label: t('Missing'),
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
