import { useQuery } from '@tanstack/react-query'
import { AreaStack } from '../../charts/area-stack.tsx'
import { BarList } from '../../charts/bar-list.tsx'
import type { Series } from '../../charts/tone.ts'
import { duration } from '../../format/duration.ts'
import { exactNumber } from '../../format/exact-number.ts'
import { DataState, Skeleton, StateBlock } from '../../ui/data-state.tsx'
import { SimpleTable } from '../../ui/simple-table.tsx'
import { TimeAgo } from '../../ui/time-text.tsx'
import { msg, plural, t } from '../../words/words.ts'
import { endpointsQuery, figureQuery } from './logs.api.ts'
import css from './logs-page.module.css'
import { methods, type LogsSearch } from './logs-search.ts'

interface FiguresProps {
  search: LogsSearch
  onChange: (changes: Partial<LogsSearch>) => void
}

const series = [
  { key: 'done', label: msg('Answered'), tone: 'accent' },
  { key: 'refused', label: msg('Refused, 4xx'), tone: 'medium' },
  { key: 'failed', label: msg('Failed, 5xx'), tone: 'critical' },
] as const satisfies readonly Series[]
const chartPx = 200
const tablePx = 480

/** The figures above the tables; every address leads to its own rows. */
export function LogFigures({ search, onChange }: FiguresProps) {
  return (
    <div className={css.figures}>
      <ByDate search={search} />
      <div className={css.side}>
        <Average search={search} />
        <Methods search={search} onChange={onChange} />
      </div>
      <Endpoints search={search} />
      <Statuses search={search} onChange={onChange} />
      <Addresses search={search} onChange={onChange} />
      <SignInAddresses search={search} onChange={onChange} />
    </div>
  )
}

function ByDate({ search }: { search: LogsSearch }) {
  const query = useQuery(figureQuery('byDate', search))
  return (
    <div className={css.card}>
      <DataState query={query} what={t('Requests per day')} loading={<Skeleton lines={9} />}>
        {(points) => {
          const total = points.reduce((sum, { count }) => sum + count, 0)
          const failed = points.reduce((sum, { by }) => sum + (by?.['failed'] ?? 0), 0)
          return (
            <AreaStack
              title={t('Requests per day')}
              finding={`${plural(total, '{n} request', '{n} requests')}, ${plural(failed, '{n} failed.', '{n} failed.')}`}
              points={points.map(({ date, by }) => ({ at: date, values: series.map(({ key }) => by?.[key] ?? 0) }))}
              series={series.map((one) => ({ ...one, label: t(one.label) }))}
              rangeDays={points.length}
              heightPx={chartPx}
            />
          )
        }}
      </DataState>
    </div>
  )
}

function Average({ search }: { search: LogsSearch }) {
  const query = useQuery(figureQuery('average', search))
  return (
    <div className={css.card}>
      <DataState query={query} what={t('The averages')} loading={<Skeleton lines={2} />}>
        {({ perDay, perHour, perMinute }) => (
          <dl className={css.averages}>
            {[
              [t('A day'), perDay],
              [t('An hour'), perHour],
              [t('A minute'), perMinute],
            ].map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{exactNumber(Math.round(Number(value) * 10) / 10)}</dd>
              </div>
            ))}
          </dl>
        )}
      </DataState>
    </div>
  )
}

interface Cut {
  search: LogsSearch
  onChange: (changes: Partial<LogsSearch>) => void
}

/** The values of a ranking as buttons that narrow the table: the same as the bars, for the keyboard and the pointer alike. */
function Choices({ values, onPick }: { values: readonly string[]; onPick: (value: string) => void }) {
  return (
    <p className={css.choices}>
      {t('Show only')}
      {values.map((value) => (
        <button key={value} type="button" className={css.cell} onClick={() => onPick(value)}>
          {value}
        </button>
      ))}
    </p>
  )
}

function Methods({ search, onChange }: Cut) {
  const query = useQuery(figureQuery('byMethod', search))
  return (
    <div className={css.card}>
      <DataState query={query} what={t('The methods')} loading={<Skeleton lines={4} />}>
        {(slices) => (
          <>
            <BarList
              title={t('By method')}
              rowName={t('Method')}
              finding={slices.map(({ label, count }) => `${label} ${exactNumber(count)}`).join(', ')}
              bars={slices}
            />
            <Choices
              values={slices.map(({ key }) => key)}
              onPick={(key) => onChange({ tab: undefined, method: methods.filter((method) => method === key) })}
            />
          </>
        )}
      </DataState>
    </div>
  )
}

function Statuses({ search, onChange }: Cut) {
  const query = useQuery(figureQuery('byStatus', search))
  return (
    <div className={css.card}>
      <DataState query={query} what={t('The statuses')} loading={<Skeleton lines={6} />}>
        {(slices) => (
          <>
            <BarList
              title={t('By status')}
              rowName={t('Status')}
              finding={slices.map(({ key, count }) => `${key} ${exactNumber(count)}`).join(', ')}
              bars={slices}
            />
            <Choices
              values={slices.map(({ key }) => key)}
              onPick={(key) => onChange({ tab: undefined, status: [key] })}
            />
          </>
        )}
      </DataState>
    </div>
  )
}

function Endpoints({ search }: { search: LogsSearch }) {
  const query = useQuery(endpointsQuery(search))
  return (
    <div className={css.card}>
      <h2 className={css.title}>{t('Top endpoints')}</h2>
      <DataState query={query} what={t('The endpoints')} loading={<Skeleton lines={8} />}>
        {(rows) => (
          <SimpleTable
            label={t('Top endpoints')}
            rows={rows}
            idOf={({ method, path }) => `${method} ${path}`}
            maxHeightPx={tablePx}
            columns={[
              {
                key: 'path',
                label: t('Endpoint'),
                render: ({ method, path }) => (
                  <code className={css.path}>
                    {method} {path}
                  </code>
                ),
              },
              { key: 'count', label: t('Requests'), isFigure: true, render: ({ count }) => exactNumber(count) },
              {
                key: 'p95',
                label: t('95 of 100 within'),
                isFigure: true,
                isWide: true,
                render: ({ p95ms }) => milliseconds(p95ms),
              },
            ]}
          />
        )}
      </DataState>
    </div>
  )
}

const secondMs = 1000

/** The time of an answer: milliseconds, from a second on in words. */
export function milliseconds(ms: number): string {
  return ms < secondMs ? t('{count} ms', { count: exactNumber(Math.round(ms)) }) : duration(ms)
}

function Addresses({ search, onChange }: FiguresProps) {
  const query = useQuery(figureQuery('byIp', search))
  return (
    <div className={css.card}>
      <h2 className={css.title}>{t('Requests by address')}</h2>
      <DataState
        query={query}
        what={t('The addresses')}
        loading={<Skeleton lines={8} />}
        isEmpty={(rows) => rows.length === 0}
        empty={<StateBlock title={t('Nothing in this range')} />}
      >
        {(rows) => (
          <SimpleTable
            label={t('Requests by address')}
            rows={rows}
            idOf={({ key }) => key}
            current={search.ip}
            maxHeightPx={tablePx}
            columns={[
              { key: 'ip', label: t('Address'), render: ({ key }) => <Address ip={key} onChange={onChange} /> },
              { key: 'count', label: t('Requests'), isFigure: true, render: ({ count }) => exactNumber(count) },
            ]}
          />
        )}
      </DataState>
    </div>
  )
}

function SignInAddresses({ search, onChange }: FiguresProps) {
  const query = useQuery(figureQuery('signInsByIp', search))
  return (
    <div className={css.card}>
      <h2 className={css.title}>{t('Sign-ins by address')}</h2>
      <DataState
        query={query}
        what={t('The addresses')}
        loading={<Skeleton lines={8} />}
        isEmpty={(rows) => rows.length === 0}
        empty={<StateBlock title={t('Nothing in this range')} />}
      >
        {(rows) => (
          <SimpleTable
            label={t('Sign-ins by address')}
            rows={rows}
            idOf={({ ip }) => ip}
            current={search.ip}
            maxHeightPx={tablePx}
            columns={[
              {
                key: 'ip',
                label: t('Address'),
                render: ({ ip }) => (
                  <Address ip={ip} onChange={(changes) => onChange({ ...changes, tab: 'signIns' })} />
                ),
              },
              { key: 'count', label: t('Tries'), isFigure: true, render: ({ count }) => exactNumber(count) },
              {
                key: 'failed',
                label: t('Refused'),
                isFigure: true,
                render: ({ failed }) => <b data-tone={failed > 0 ? 'worse' : undefined}>{exactNumber(failed)}</b>,
              },
              { key: 'last', label: t('Last'), isWide: true, render: ({ lastAt }) => <TimeAgo at={lastAt} /> },
            ]}
          />
        )}
      </DataState>
    </div>
  )
}

/** An address that narrows the tables to itself. */
export function Address({ ip, onChange }: { ip: string | null; onChange: (changes: Partial<LogsSearch>) => void }) {
  if (ip === null) return t('Not known')
  return (
    <button
      type="button"
      className={css.cell}
      aria-label={t('Only {address}', { address: ip })}
      onClick={() => onChange({ ip })}
    >
      {ip}
    </button>
  )
}
