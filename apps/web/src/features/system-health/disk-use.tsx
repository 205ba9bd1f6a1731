import { getDiskUse, type DiskUse as Use } from '@signet/contract/operation/disk-use'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { exactNumber } from '../../format/numbers/exact-number.ts'
import { fileSize } from '../../format/numbers/file-size.ts'
import { dateOnly } from '../../format/time/date-time.ts'
import { usePageSearch } from '../../url/page-search.ts'
import { Segments } from '../../ui/controls/segments.tsx'
import { DataState, Skeleton, StateBlock } from '../../ui/feedback/data-state.tsx'
import { Chip } from '../../ui/feedback/status-chip.tsx'
import { SimpleTable } from '../../ui/grid/simple-table.tsx'
import { Fact, Facts } from '../../ui/layout/facts.tsx'
import { Card, Stack } from '../../ui/layout/parts.tsx'
import { validateSystemHealthSearch } from './system-health-search.ts'
import { t } from './words.ts'
import css from './system-health-page.module.css'

/** Operators are notified of fewer days. */
const alertDays = 14

/** What the data takes on disk, what grows, and when the disk is full. */
export function DiskUse() {
  const query = useQuery({
    queryKey: ['installation', 'diskUse'],
    queryFn: ({ signal }) => call(getDiskUse, { signal }),
  })
  return (
    <Card as="section" className={css.card} aria-labelledby="disk-use">
      <h2 id="disk-use">{t('diskUse')}</h2>
      <DataState
        query={query}
        what={t('diskUseWhat')}
        loading={<Skeleton lines={6} />}
        isEmpty={({ measuredOn }) => measuredOn === null}
        empty={<StateBlock title={t('notMeasured')}>{t('notMeasuredText')}</StateBlock>}
      >
        {(use) => (
          <Stack>
            <Totals use={use} />
            <Largest use={use} />
          </Stack>
        )}
      </DataState>
    </Card>
  )
}

function Totals({ use: { measuredOn, disk, database } }: { use: Use }) {
  return (
    <Facts>
      {disk && (
        <>
          <Fact label={t('disk')}>{t('diskUsed', { used: fileSize(disk.used), free: fileSize(disk.free) })}</Fact>
          <Fact label={t('growth')}>
            {disk.perDay === null
              ? t('growthUnknown')
              : t('growthDisk', { growth: growthText(disk.perDay), days: disk.days })}
          </Fact>
          <Fact label={t('full')}>
            <Forecast disk={disk} />
          </Fact>
        </>
      )}
      {database && (
        <Fact label={t('database')}>
          {database.perDay === null
            ? fileSize(database.bytes)
            : t('databaseGrowth', { size: fileSize(database.bytes), growth: growthText(database.perDay) })}
        </Fact>
      )}
      {measuredOn !== null && <Fact label={t('measured')}>{dateOnly(`${measuredOn}T00:00:00Z`, 'UTC')}</Fact>}
    </Facts>
  )
}

function Forecast({ disk: { daysUntilFull, days } }: { disk: NonNullable<Use['disk']> }) {
  if (daysUntilFull === null) return days < 7 ? t('fullUnknown') : t('fullNever')
  return <Chip tone={daysUntilFull < alertDays ? 'stopped' : 'good'}>{t('fullIn', { days: daysUntilFull })}</Chip>
}

/** The largest tables, or the largest companies. */
function Largest({ use: { tables, companies } }: { use: Use }) {
  const [{ largest: part = 'tables' }, change] = usePageSearch(validateSystemHealthSearch)
  return (
    <Stack gap={2}>
      <Segments
        label={t('largest')}
        choices={[
          { value: 'tables', label: t('tables') },
          { value: 'companies', label: t('companies') },
        ]}
        value={part}
        onChange={(next) => change({ largest: next === 'companies' ? next : undefined }, { replace: true })}
      />
      <p className={css.count}>{t(part === 'tables' ? 'tablesText' : 'companiesText')}</p>
      {part === 'tables' ? <Tables rows={tables} /> : <Companies rows={companies} />}
    </Stack>
  )
}

function Tables({ rows }: { rows: Use['tables'] }) {
  return (
    <SimpleTable
      label={t('tables')}
      rows={rows}
      idOf={({ name }) => name}
      columns={[
        { key: 'table', label: t('table'), wraps: true, render: ({ name }) => name },
        { key: 'size', label: t('size'), isFigure: true, render: ({ bytes }) => fileSize(bytes) },
        { key: 'perDay', label: t('perDay'), isFigure: true, render: ({ perDay }) => growthText(perDay) },
        { key: 'rows', label: t('rows'), isFigure: true, isWide: true, render: (row) => exactNumber(row.rows) },
      ]}
    />
  )
}

function Companies({ rows }: { rows: Use['companies'] }) {
  if (rows.length === 0) return <p>{t('noCompanies')}</p>
  return (
    <SimpleTable
      label={t('companies')}
      rows={rows}
      idOf={({ name }) => name}
      columns={[
        { key: 'company', label: t('company'), wraps: true, render: ({ name }) => name },
        { key: 'size', label: t('database'), isFigure: true, render: ({ bytes }) => fileSize(bytes) },
        { key: 'files', label: t('files'), isFigure: true, isWide: true, render: (row) => fileSize(row.fileBytes) },
        { key: 'perDay', label: t('perDay'), isFigure: true, render: ({ perDay }) => growthText(perDay) },
      ]}
    />
  )
}

/** `+1.4 MB`, `−20 KB`; a dash if there is nothing to compare with. */
function growthText(perDay: number | null): string {
  if (perDay === null) return '–'
  const bytes = Math.round(perDay)
  if (bytes === 0) return fileSize(0)
  return `${bytes > 0 ? '+' : '−'}${fileSize(Math.abs(bytes))}`
}
