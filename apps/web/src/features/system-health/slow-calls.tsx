import { getSlowCalls, slowCallHours, slowCallMs } from '@signet/contract/operation/slow-calls'
import { dayMs, isoDay, minuteMs, secondMs } from '@signet/contract/time'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../../api/call.ts'
import { exactNumber } from '../../format/numbers/exact-number.ts'
import { duration } from '../../format/time/duration.ts'
import { searchOf } from '../../url/page-search.ts'
import { DataState, Skeleton } from '../../ui/feedback/data-state.tsx'
import { SimpleTable } from '../../ui/grid/simple-table.tsx'
import { Card, Text } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'
import css from './system-health-page.module.css'

/** The calls of the API that take long, each with a link to its requests in Logs. */
export function SlowCalls() {
  const query = useQuery({
    queryKey: ['installation', 'slowCalls'],
    queryFn: ({ signal }) => call(getSlowCalls, { signal }),
  })
  const limits = { ms: slowCallMs, hours: slowCallHours }
  return (
    <Card as="div" className={css.card}>
      <h2>{t('slowCalls')}</h2>
      <DataState
        query={query}
        what={t('slowCallsWhat')}
        loading={<Skeleton lines={4} />}
        isEmpty={(rows) => rows.length === 0}
        empty={
          <Text as="p" tone="quiet">
            {t('noSlowCalls', limits)}
          </Text>
        }
      >
        {(rows) => (
          <>
            <Text as="p" tone="quiet" below={2}>
              {t('slowCallsText', limits)}
            </Text>
            <SimpleTable
              label={t('slowCalls')}
              rows={rows}
              idOf={({ method, path }) => `${method} ${path}`}
              isCards
              columns={[
                {
                  key: 'call',
                  label: t('endpoint'),
                  wraps: true,
                  render: ({ method, path }) => (
                    <Link
                      to="/traffic"
                      search={searchOf({ q: path, method: [method], logFrom: isoDay(Date.now() - dayMs) })}
                    >
                      <Text as="code" size="mono">
                        {method} {path}
                      </Text>
                    </Link>
                  ),
                },
                { key: 'count', label: t('requests'), isFigure: true, render: ({ count }) => exactNumber(count) },
                { key: 'p95', label: t('p95'), isFigure: true, render: ({ p95ms }) => timeText(p95ms) },
                { key: 'longest', label: t('longest'), isFigure: true, render: ({ longestMs }) => timeText(longestMs) },
              ]}
            />
          </>
        )}
      </DataState>
    </Card>
  )
}

/** Rounded up, because no request took longer: `0.6 s`, `12 s`, `2 m 5 s`. */
function timeText(ms: number): string {
  if (ms >= minuteMs) return duration(Math.ceil(ms / secondMs) * secondMs)
  return t('secondsCount', { count: Math.ceil(ms / (secondMs / 10)) / 10 })
}
