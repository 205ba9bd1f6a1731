import { getLogsByDate } from '@signet/contract/operation/logs'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { exactNumber } from '../../format/numbers/exact-number.ts'
import { usePageSearch } from '../../url/page-search.ts'
import { useCompany } from '../../session/company.ts'
import { FilterPill } from '../../ui/filters/filter-pill.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { RangePicker } from '../../ui/filters/range-picker.tsx'
import { SearchField } from '../../ui/controls/search-field.tsx'
import { Segments } from '../../ui/controls/segments.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Card, Inline } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'
import { LogFigures } from './log-figures.tsx'
import { resultWord } from './log-words.ts'
import { figureQuery } from './logs.api.ts'
import css from './logs-page.module.css'
import { logTabs, validateLogsSearch, type LogsSearch, type LogTab } from './logs-search.ts'
import { AuditTable, RequestTable, SignInTable } from './log-tables.tsx'

/** Clears the filters of a table but keeps the range and the tab. */
const noFilters = {
  q: undefined,
  ip: undefined,
  user: undefined,
  method: undefined,
  status: undefined,
  result: undefined,
  page: undefined,
} as const satisfies LogsSearch

/** Who uses the service, and whether it is healthy or under attack. */
export function LogsPage() {
  const company = useCompany()
  const [search, setSearch] = usePageSearch(validateLogsSearch)
  const tab = search.tab ?? 'requests'
  const change = (changes: Partial<LogsSearch>) => setSearch({ page: undefined, ...changes })
  const narrow = { search, onChange: change, onPage: (page: string | undefined) => setSearch({ page }) }
  return (
    <Page title={t('logs')}>
      <Inline wrap below={3}>
        <RangePicker
          label={t('charts')}
          range={search}
          openLabel={t('last30Days')}
          onChange={({ from, to }) => change({ from, to })}
        />
        <Health search={search} />
      </Inline>
      <LogFigures search={search} onChange={change} />
      <Card as="div" className={css.card}>
        <Inline wrap below={3}>
          <Segments
            label={t('log')}
            choices={logTabs.map((value) => ({ value, label: t(`tab.${value}`) }))}
            value={tab}
            onChange={(next) =>
              change({
                ...noFilters,
                tab: next === 'requests' ? undefined : next,
                ip: next === 'audit' ? undefined : search.ip,
              })
            }
          />
          <RangePicker
            label={t('log')}
            range={{ from: search.logFrom, to: search.logTo }}
            onChange={({ from, to }) => change({ logFrom: from, logTo: to })}
          />
          <SearchField label={t('searchTable')} value={search.q} onChange={(q) => change({ q })} />
          <Pills search={search} onChange={change} />
        </Inline>
        {tab === 'requests' ? (
          <RequestTable {...narrow} />
        ) : tab === 'signIns' ? (
          <SignInTable {...narrow} />
        ) : (
          <AuditTable key={company} company={company} {...narrow} />
        )}
      </Card>
    </Page>
  )
}

/** A share of failed requests that needs attention. */
const shareOfTrouble = 0.01

/** How many requests of the range failed. */
function Health({ search }: { search: LogsSearch }) {
  const { data } = useQuery(figureQuery(getLogsByDate, search))
  if (!data) return null
  const total = data.reduce((sum, { count }) => sum + count, 0)
  const failed = data.reduce((sum, { by }) => sum + (by?.['failed'] ?? 0), 0)
  return (
    <small>
      <b data-tone={failed > total * shareOfTrouble ? 'worse' : undefined}>
        {failed === 0 ? t('noneFailed') : t('failedOf', { failed: exactNumber(failed), total: exactNumber(total) })}
      </b>
    </small>
  )
}

/** The filters of each table. */
const narrowedBy: Record<LogTab, readonly string[]> = {
  requests: ['ip', 'user', 'method', 'status'],
  signIns: ['ip', 'result'],
  audit: ['user'],
}

/** The current filters of the table, each with a button to remove it. */
function Pills({ search, onChange }: { search: LogsSearch; onChange: (changes: Partial<LogsSearch>) => void }) {
  const pills = [
    { key: 'ip', label: t('ipAddress'), value: search.ip },
    { key: 'user', label: t('user'), value: search.user },
    { key: 'method', label: t('method'), value: search.method?.join(', ') },
    { key: 'status', label: t('statusCode'), value: search.status?.join(', ') },
    { key: 'result', label: t('result'), value: search.result && resultWord(search.result) },
  ].filter(({ key, value }) => value && narrowedBy[search.tab ?? 'requests'].includes(key))
  return (
    <>
      {pills.map(({ key, label, value }) => (
        <FilterPill
          key={key}
          label={label}
          value={value}
          hasMenu={false}
          onClear={() => onChange({ [key]: undefined })}
        />
      ))}
      {pills.length >= 2 ? (
        <Button kind="quiet" icon={<IconX size={16} stroke={1.7} />} onClick={() => onChange(noFilters)}>
          {t('clearFilters')}
        </Button>
      ) : null}
    </>
  )
}
