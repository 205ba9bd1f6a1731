import type { RequestLogEntry, SignInLog } from '@signet/contract/operation/logs'
import type { AuditEntry } from '@signet/contract/operation/audit'
import type { Page } from '@signet/contract/wire'
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { dateTime, dateTimeWithZone } from '../../format/time/date-time.ts'
import { exactNumber } from '../../format/numbers/exact-number.ts'
import { Button } from '../../ui/controls/button.tsx'
import { DataState, Skeleton, StateBlock } from '../../ui/feedback/data-state.tsx'
import { SimpleTable, type SimpleColumn } from '../../ui/grid/simple-table.tsx'
import { Chip, type ChipTone } from '../../ui/feedback/status-chip.tsx'
import { Inline, Text } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'
import { Address, milliseconds } from './log-figures.tsx'
import { resultWord } from './log-words.ts'
import { auditQuery, loggedRequestsQuery, rowsPerPage, loggedSignInsQuery } from './logs.api.ts'
import css from './logs-page.module.css'
import type { LogsSearch } from './logs-search.ts'
import { valueName } from '../../words/named/name-of.ts'

interface TableProps {
  search: LogsSearch
  onChange: (changes: Partial<LogsSearch>) => void
  onPage: (page: string | undefined) => void
}

const at = { key: 'at', label: () => t('time') }
const When = ({ instant }: { instant: string }) => (
  <time dateTime={instant} title={dateTimeWithZone(instant)}>
    {dateTime(instant)}
  </time>
)

/** All requests, newest first. */
export function RequestTable({ search, onChange, onPage }: TableProps) {
  const query = useQuery({ ...loggedRequestsQuery(search), placeholderData: keepPreviousData })
  const columns: SimpleColumn<RequestLogEntry>[] = [
    { key: at.key, label: at.label(), render: (row) => <When instant={row.at} /> },
    {
      key: 'path',
      label: t('request'),
      render: ({ method, path }) => (
        <Text as="code" size="mono">
          {method} {path}
        </Text>
      ),
    },
    { key: 'status', label: t('statusCode'), render: ({ status }) => <Chip tone={toneOf(status)}>{status}</Chip> },
    { key: 'ms', label: t('duration'), isFigure: true, isWide: true, render: ({ ms }) => milliseconds(ms) },
    { key: 'ip', label: t('ipAddress'), render: ({ ip }) => <Address ip={ip} onChange={onChange} /> },
    {
      key: 'user',
      label: t('user'),
      isWide: true,
      render: ({ user }) => <Person email={user ?? null} onChange={onChange} />,
    },
    { key: 'company', label: t('company'), isWide: true, render: ({ company }) => company ?? null },
  ]
  return (
    <Paged
      label={t('requests')}
      query={query}
      columns={columns}
      idOf={({ requestId, at: instant, path }) => `${instant} ${requestId ?? path}`}
      page={search.page}
      onPage={onPage}
    />
  )
}

/** All sign-in attempts, newest first. */
export function SignInTable({ search, onChange, onPage }: TableProps) {
  const query = useQuery({ ...loggedSignInsQuery(search), placeholderData: keepPreviousData })
  const columns: SimpleColumn<SignInLog>[] = [
    { key: at.key, label: at.label(), render: (row) => <When instant={row.at} /> },
    { key: 'email', label: t('user'), render: ({ email }) => email },
    {
      key: 'result',
      label: t('result'),
      render: ({ result, reason }) => (
        <button
          type="button"
          className={css.plain}
          aria-label={t('showOnlyValue', { address: resultWord(result) })}
          onClick={() => onChange({ result: result })}
        >
          <Chip tone={result === 'ok' ? 'good' : result === 'challenged' ? 'new' : 'stopped'}>
            {resultWord(result)}
          </Chip>
          {reason ? <small>{valueName(reason)}</small> : null}
        </button>
      ),
    },
    { key: 'method', label: t('signInMethod'), isWide: true, render: ({ method }) => valueName(method) },
    { key: 'ip', label: t('ipAddress'), render: ({ ip }) => <Address ip={ip} onChange={onChange} /> },
    { key: 'company', label: t('company'), isWide: true, render: ({ company }) => company ?? t('noAccount') },
    {
      key: 'agent',
      label: t('browser'),
      isWide: true,
      render: ({ userAgent }) => (
        <Text cut tone="quiet" className={css.long} title={userAgent ?? undefined}>
          {userAgent ?? t('unknown')}
        </Text>
      ),
    },
  ]
  return (
    <Paged
      label={t('signIns')}
      query={query}
      columns={columns}
      idOf={({ at: instant, email, ip }) => `${instant} ${email} ${ip ?? ''}`}
      page={search.page}
      onPage={onPage}
    />
  )
}

/** All changes in the selected company and who made them, newest first. */
export function AuditTable({ company, search, onChange, onPage }: TableProps & { company: string }) {
  const query = useQuery({ ...auditQuery(company, search), placeholderData: keepPreviousData })
  const columns: SimpleColumn<AuditEntry>[] = [
    { key: at.key, label: at.label(), render: (row) => <When instant={row.at} /> },
    {
      key: 'action',
      label: t('action'),
      render: ({ action, target }) => (
        <span className={css.action}>
          <Text as="code" size="mono">
            {action}
          </Text>
          <small title={target.id}>
            {target.type} {target.id.slice(0, 8)}
          </small>
        </span>
      ),
    },
    { key: 'by', label: t('by'), render: ({ by }) => by ?? t('signet') },
    {
      key: 'ip',
      label: t('ipAddress'),
      render: ({ ip }) => <Address ip={ip} onChange={(changes) => onChange({ ...changes, tab: undefined })} />,
    },
    {
      key: 'change',
      label: t('changes'),
      isWide: true,
      render: ({ before, after }) => {
        const text = [before, after].flatMap((part) => (part ? [JSON.stringify(part)] : [])).join(' → ')
        return (
          <Text cut tone="quiet" className={css.long} title={text}>
            {text}
          </Text>
        )
      },
    },
  ]
  return (
    <Paged
      label={t('auditLog')}
      query={query}
      columns={columns}
      idOf={({ id }) => id}
      page={search.page}
      onPage={onPage}
    />
  )
}

function Person({ email, onChange }: { email: string | null; onChange: TableProps['onChange'] }) {
  if (email === null) return t('notSignedIn')
  return (
    <button
      type="button"
      className={`${css.cell} link`}
      aria-label={t('showOnlyValue', { address: email })}
      onClick={() => onChange({ user: email })}
    >
      {email}
    </button>
  )
}

/** The colour of a response status. The number is shown as well. */
function toneOf(status: number): ChipTone {
  if (status >= 500) return 'critical'
  if (status >= 400) return 'medium'
  return status >= 300 ? 'closed' : 'good'
}

interface PagedProps<T> {
  label: string
  query: UseQueryResult<Page<T>>
  columns: readonly SimpleColumn<T>[]
  idOf: (row: T) => string
  page: string | undefined
  onPage: (page: string | undefined) => void
}

/** A paged table. */
function Paged<T>({ label, query, columns, idOf, page: shown, onPage }: PagedProps<T>) {
  const page = Number(shown ?? '1')
  return (
    <DataState
      query={query}
      what={label}
      loading={<Skeleton lines={14} />}
      isEmpty={({ items }) => items.length === 0}
      empty={<StateBlock title={t('noRows')}>{t('noRowsText')}</StateBlock>}
    >
      {({ items, total, totalIsCapped }) => (
        <div aria-busy={query.isPlaceholderData || undefined}>
          <SimpleTable label={label} columns={columns} rows={items} idOf={idOf} isCards />
          <Inline as="nav" tone="quiet" above={3} aria-label={t('tablePages')}>
            <Button disabled={page === 1} onClick={() => onPage(page > 2 ? String(page - 1) : undefined)}>
              {t('newer')}
            </Button>
            <Button disabled={page * rowsPerPage >= total && !totalIsCapped} onClick={() => onPage(String(page + 1))}>
              {t('older')}
            </Button>
            <output className="num">
              {t('rowsShown', {
                first: exactNumber((page - 1) * rowsPerPage + 1),
                last: exactNumber((page - 1) * rowsPerPage + items.length),
                total: `${exactNumber(total)}${totalIsCapped ? '+' : ''}`,
              })}
            </output>
          </Inline>
        </div>
      )}
    </DataState>
  )
}
