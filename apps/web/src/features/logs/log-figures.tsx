import {
  getAverageRequests,
  getIpBreakdown,
  getLogsByDate,
  getMethodBreakdown,
  getSignInRequestsByIp,
  getStatusCodeBreakdown,
  loggedMethods,
} from '@signet/contract/operation/logs'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { secondMs } from '@signet/contract/time'
import { AreaStack } from '../../charts/area-stack.tsx'
import { BarList } from '../../charts/bar-list.tsx'
import type { Series } from '../../charts/tone.ts'
import { duration } from '../../format/time/duration.ts'
import { exactNumber } from '../../format/numbers/exact-number.ts'
import { DataState, Skeleton, StateBlock } from '../../ui/feedback/data-state.tsx'
import { SimpleTable, type SimpleColumn } from '../../ui/grid/simple-table.tsx'
import { Card, Inline, Split, Stack, Text } from '../../ui/layout/parts.tsx'
import { rangeLabel } from '../../ui/filters/day-range.ts'
import { TimeAgo } from '../../ui/text/time-text.tsx'
import { t } from './words.ts'
import { endpointsQuery, figureQuery } from './logs.api.ts'
import css from './logs-page.module.css'
import type { LogsSearch } from './logs-search.ts'
import type { Counted } from '../../charts/ranked.ts'

interface FiguresProps {
  search: LogsSearch
  onChange: (changes: Partial<LogsSearch>) => void
}

const series = [
  { key: 'done', label: 'succeeded', tone: 'accent' },
  { key: 'refused', label: 'deniedSeries', tone: 'medium' },
  { key: 'failed', label: 'failedSeries', tone: 'critical' },
] as const satisfies readonly Series[]
const chartPx = 200
const tablePx = 480

/** The figures above the tables. Selecting an address filters the tables. */
export function LogFigures({ search, onChange }: FiguresProps) {
  const byMethod = useQuery(figureQuery(getMethodBreakdown, search))
  const byStatus = useQuery(figureQuery(getStatusCodeBreakdown, search))
  const byIp = useQuery(figureQuery(getIpBreakdown, search))
  const signInsByIp = useQuery(figureQuery(getSignInRequestsByIp, search))
  const covered = <Covered search={search} />
  return (
    <Split below={4}>
      <ByDate search={search} />
      <Stack>
        <Average search={search} />
        <Ranking
          covered={covered}
          query={byMethod}
          what={t('methodsWhat')}
          title={t('requestsByMethod')}
          rowName={t('method')}
          lines={4}
          onPick={(key) => onChange({ tab: undefined, method: loggedMethods.filter((method) => method === key) })}
        />
      </Stack>
      <Endpoints search={search} />
      <Ranking
        covered={covered}
        query={byStatus}
        what={t('statusCodesWhat')}
        title={t('requestsByStatus')}
        rowName={t('statusCode')}
        lines={6}
        onPick={(key) => onChange({ tab: undefined, status: [key] })}
      />
      <AddressTable
        title={t('requestsByIp')}
        covered={covered}
        query={byIp}
        ipOf={({ key }) => key}
        current={search.ip}
        columns={[{ key: 'count', label: t('requests'), isFigure: true, render: ({ count }) => exactNumber(count) }]}
        onPick={onChange}
      />
      <AddressTable
        title={t('signInsByIp')}
        covered={covered}
        query={signInsByIp}
        ipOf={({ ip }) => ip}
        current={search.ip}
        columns={[
          { key: 'count', label: t('attempts'), isFigure: true, render: ({ count }) => exactNumber(count) },
          {
            key: 'failed',
            label: t('denied'),
            isFigure: true,
            render: ({ failed }) => <b data-tone={failed > 0 ? 'worse' : undefined}>{exactNumber(failed)}</b>,
          },
          { key: 'last', label: t('lastAttempt'), isWide: true, render: ({ lastAt }) => <TimeAgo at={lastAt} /> },
        ]}
        onPick={(changes) => onChange({ ...changes, tab: 'signIns' })}
      />
    </Split>
  )
}

/** The times that a card covers, below its title. */
function Covered({ search }: { search: LogsSearch }) {
  const isSet = search.from !== undefined || search.to !== undefined
  return (
    <Text as="p" size="meta" tone="quiet" below={2}>
      {isSet ? rangeLabel(search, new Date()) : t('last30Days')}
    </Text>
  )
}

function ByDate({ search }: { search: LogsSearch }) {
  const query = useQuery(figureQuery(getLogsByDate, search))
  return (
    <Card as="div" className={css.card} data-fills>
      <DataState query={query} what={t('requestsPerDay')} loading={<Skeleton lines={9} />}>
        {(points) => {
          const total = points.reduce((sum, { count }) => sum + count, 0)
          const failed = points.reduce((sum, { by }) => sum + (by?.['failed'] ?? 0), 0)
          return (
            <AreaStack
              title={t('requestsPerDay')}
              subtitle={<Covered search={search} />}
              finding={`${t('requestsCount', { count: total })}, ${t('failedCount', { count: failed })}`}
              points={points.map(({ date, by }) => ({ at: date, values: series.map(({ key }) => by?.[key] ?? 0) }))}
              series={series.map((one) => ({ ...one, label: t(one.label) }))}
              rangeDays={points.length}
              heightPx={chartPx}
            />
          )
        }}
      </DataState>
    </Card>
  )
}

function Average({ search }: { search: LogsSearch }) {
  const query = useQuery(figureQuery(getAverageRequests, search))
  return (
    <Card as="div" className={css.card}>
      <h2>{t('averageRequests')}</h2>
      <Covered search={search} />
      {search.to === undefined && (
        <Text as="p" size="meta" tone="quiet" below={2}>
          {t('averagesUpToNow')}
        </Text>
      )}
      <DataState query={query} what={t('averagesWhat')} loading={<Skeleton lines={2} />}>
        {({ perDay, perHour, perMinute }) => (
          <dl className="figures">
            {[
              [t('perDay'), perDay],
              [t('perHour'), perHour],
              [t('perMinute'), perMinute],
            ].map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <Text as="dd" size="object" num>
                  {exactNumber(Math.round(Number(value) * 10) / 10)}
                </Text>
              </div>
            ))}
          </dl>
        )}
      </DataState>
    </Card>
  )
}

interface RankingProps {
  covered: ReactNode
  query: UseQueryResult<Counted[]>
  /** The name of the data in the error message. */
  what: string
  title: string
  /** What a bar represents. */
  rowName: string
  /** Number of lines of the skeleton. */
  lines: number
  onPick: (key: string) => void
}

/** How often each value occurred. Below the chart, each value is a button that filters the table, for keyboard and pointer. */
function Ranking({ covered, query, what, title, rowName, lines, onPick }: RankingProps) {
  return (
    <Card as="div" className={css.card}>
      <DataState query={query} what={what} loading={<Skeleton lines={lines} />}>
        {(slices) => (
          <>
            <BarList
              title={title}
              subtitle={covered}
              rowName={rowName}
              finding={slices.map(({ key, count }) => `${key} ${exactNumber(count)}`).join(', ')}
              bars={slices}
            />
            <Inline as="p" gap={3} wrap tone="quiet" above={2}>
              {t('showOnly')}
              {slices.map(({ key }) => (
                <button key={key} type="button" className={`${css.cell} link`} onClick={() => onPick(key)}>
                  {key}
                </button>
              ))}
            </Inline>
          </>
        )}
      </DataState>
    </Card>
  )
}

function Endpoints({ search }: { search: LogsSearch }) {
  const query = useQuery(endpointsQuery(search))
  return (
    <Card as="div" className={css.card}>
      <h2>{t('topEndpoints')}</h2>
      <Covered search={search} />
      <DataState query={query} what={t('endpointsWhat')} loading={<Skeleton lines={8} />}>
        {(rows) => (
          <SimpleTable
            label={t('topEndpoints')}
            rows={rows}
            idOf={({ method, path }) => `${method} ${path}`}
            columns={[
              {
                key: 'path',
                label: t('endpoint'),
                render: ({ method, path }) => (
                  <Text as="code" size="mono">
                    {method} {path}
                  </Text>
                ),
              },
              { key: 'count', label: t('requests'), isFigure: true, render: ({ count }) => exactNumber(count) },
              {
                key: 'p95',
                label: t('responseTimeP95'),
                isFigure: true,
                isWide: true,
                render: ({ p95ms }) => milliseconds(p95ms),
              },
            ]}
          />
        )}
      </DataState>
    </Card>
  )
}

/** A response time: milliseconds, from one second on as a duration. */
export function milliseconds(ms: number): string {
  return ms < secondMs ? t('countMs', { count: exactNumber(Math.round(ms)) }) : duration(ms)
}

interface AddressTableProps<T> {
  title: string
  covered: ReactNode
  query: UseQueryResult<T[]>
  ipOf: (row: T) => string
  /** The selected address. */
  current: string | undefined
  /** The columns next to the address. */
  columns: readonly SimpleColumn<T>[]
  onPick: (changes: Partial<LogsSearch>) => void
}

/** IP addresses by number of requests. Selecting one filters the tables below. */
function AddressTable<T>({ title, covered, query, ipOf, current, columns, onPick }: AddressTableProps<T>) {
  return (
    <Card as="div" className={css.card}>
      <h2>{title}</h2>
      {covered}
      <DataState
        query={query}
        what={t('ipAddressesWhat')}
        loading={<Skeleton lines={8} />}
        isEmpty={(rows) => rows.length === 0}
        empty={<StateBlock title={t('noData')} />}
      >
        {(rows) => (
          <SimpleTable
            label={title}
            rows={rows}
            idOf={ipOf}
            current={current}
            maxHeightPx={tablePx}
            columns={[
              { key: 'ip', label: t('ipAddress'), render: (row) => <Address ip={ipOf(row)} onChange={onPick} /> },
              ...columns,
            ]}
          />
        )}
      </DataState>
    </Card>
  )
}

/** An IP address that filters the tables when selected. */
export function Address({ ip, onChange }: { ip: string | null; onChange: (changes: Partial<LogsSearch>) => void }) {
  if (ip === null) return t('unknown')
  return (
    <button
      type="button"
      className={`${css.cell} link`}
      aria-label={t('showOnlyValue', { address: ip })}
      onClick={() => onChange({ ip })}
    >
      {ip}
    </button>
  )
}
