import { getDiskUse, type DiskUse as Use } from '@signet/contract/operation/disk-use'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { exactNumber } from '../../format/numbers/exact-number.ts'
import { fileSize } from '../../format/numbers/file-size.ts'
import { dateOnly } from '../../format/time/date-time.ts'
import { usePageSearch } from '../../url/page-search.ts'
import { Segments } from '../../ui/controls/segments.tsx'
import { DataState, Skeleton } from '../../ui/feedback/data-state.tsx'
import { Chip } from '../../ui/feedback/status-chip.tsx'
import { SimpleTable } from '../../ui/grid/simple-table.tsx'
import { Fact, Facts } from '../../ui/layout/facts.tsx'
import { Card, Stack, Text } from '../../ui/layout/parts.tsx'
import { validateSystemHealthSearch } from './system-health-search.ts'
import { growthIn, sizeIn, unitFor, type SizeUnit } from './size-unit.ts'
import { NothingYet } from './nothing-yet.tsx'
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
        empty={<NothingYet title={t('notMeasured')} hint={t('notMeasuredText')} />}
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
          <Fact label={t('disk')}>
            {t('diskUsed', {
              used: fileSize(disk.used),
              total: fileSize(disk.used + disk.free),
              free: fileSize(disk.free),
            })}
          </Fact>
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
function Largest({ use }: { use: Use }) {
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
      <Text as="p" tone="quiet" below={2}>
        {t(part === 'tables' ? 'tablesText' : 'companiesText')}
      </Text>
      {part === 'tables' ? <Tables use={use} /> : <Companies rows={use.companies} />}
    </Stack>
  )
}

/** With the rest of the database and all of it in the last rows. */
function Tables({ use: { tables, database } }: { use: Use }) {
  const listed = tables.map((row) => ({ ...row, rows: exactNumber(row.rows) }))
  const otherBytes = (database?.bytes ?? 0) - tables.reduce((sum, { bytes }) => sum + bytes, 0)
  const rest = otherBytes > 0 ? [{ name: t('otherTables'), bytes: otherBytes, perDay: null, rows: null }] : []
  const all = database ? [...rest, { name: t('wholeDatabase'), ...database, rows: null }] : []
  const unit = unitFor(database?.bytes ?? tables[0]?.bytes ?? 0)
  const growth = unitOfGrowth(database ? [database, ...tables] : tables)
  return (
    <SimpleTable
      label={t('tables')}
      rows={[...listed, ...all]}
      idOf={({ name }) => name}
      columns={[
        { key: 'table', label: t('table'), wraps: true, render: ({ name }) => name },
        { key: 'size', label: headIn(unit, t('size')), isFigure: true, render: ({ bytes }) => sizeIn(unit, bytes) },
        {
          key: 'perDay',
          label: headIn(growth, t('perDay')),
          isFigure: true,
          render: ({ perDay }) => growthIn(growth, perDay),
        },
        { key: 'rows', label: t('rows'), isFigure: true, isWide: true, render: ({ rows }) => rows },
      ]}
    />
  )
}

const totalOf = ({ bytes, fileBytes }: Use['companies'][number]) => bytes + fileBytes

function Companies({ rows }: { rows: Use['companies'] }) {
  if (rows.length === 0) return <p>{t('noCompanies')}</p>
  const unit = unitFor(Math.max(...rows.map(totalOf)))
  const growth = unitOfGrowth(rows)
  return (
    <SimpleTable
      label={t('companies')}
      rows={rows}
      idOf={({ name }) => name}
      columns={[
        { key: 'company', label: t('company'), wraps: true, render: ({ name }) => name },
        { key: 'total', label: headIn(unit, t('total')), isFigure: true, render: (row) => sizeIn(unit, totalOf(row)) },
        { key: 'files', label: t('files'), isFigure: true, isWide: true, render: (row) => sizeIn(unit, row.fileBytes) },
        {
          key: 'perDay',
          label: headIn(growth, t('perDay')),
          isFigure: true,
          render: ({ perDay }) => growthIn(growth, perDay),
        },
      ]}
    />
  )
}

/** Growth is so much smaller than what grows that it has a unit of its own. */
const unitOfGrowth = (rows: readonly { perDay: number | null }[]) =>
  unitFor(Math.max(0, ...rows.map(({ perDay }) => Math.abs(perDay ?? 0))))

const headIn = ({ name: unit }: SizeUnit, name: string) => t('inUnit', { name, unit })

/** `+1.4 MB`, `−20 KB`. */
function growthText(perDay: number): string {
  const bytes = Math.round(perDay)
  if (bytes === 0) return fileSize(0)
  return `${bytes > 0 ? '+' : '−'}${fileSize(Math.abs(bytes))}`
}
