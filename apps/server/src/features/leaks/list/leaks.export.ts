import type { SelectQueryBuilder } from 'kysely'
import { maskedName } from '@signet/contract/leaks/mask-identity'
import { fixedMask, leakTypes, passwordKinds, urlTypes } from '@signet/contract/leaks/leaks'
import type { Tables } from '../../../db/tables.ts'
import { column, exporterOf, type Figures, type FilterOf, type ExportReader } from '../../exported-lists/exporter.ts'
import {
  barsMax,
  barsOf,
  grouped,
  number,
  percentOf,
  shareOf,
  tallyOf,
  trend,
  withOthers,
} from '../../exported-lists/charts.queries.ts'
import { largestPackages, leaksIn } from '../leaks.queries.ts'

const from = ({ tx, company }: ExportReader, filter: FilterOf<'leaks'>) => leaksIn(tx, company.id, filter)

const statusLabels = { open: 'Open', resolved: 'Resolved', ignored: 'Ignored' }

/**
 * Leaks with masked user names, which are copied only by a recorded act; of a password an export says only that there is one and of what
 * kind, neither its length nor its letters.
 */
const exporter = exporterOf({
  title: 'Leaks',
  reportName: 'Leak report',
  permission: 'leaks:read',
  module: 'leaks',
  columns: [
    column('Type', 24),
    column('Package', 32),
    column('Database', 28),
    column('Leaked', 18),
    column('Added', 18),
    column('User name', 36),
    column('Password', 12),
    column('Address', 48),
    column('Address type', 20),
    column('Subdomain', 32),
    column('Employee', 10),
    column('Stealer', 18),
    column('Document category', 24),
    column('Document source', 24),
    column('Records', 10),
    column('Status', 12),
    column('Password type', 14),
    column('Hashed by', 16),
    column('ID', 38),
  ],
  printed: [{ column: 0 }, { column: 5 }, { column: 1 }, { column: 15 }, { column: 3 }],
  from,
  // Index: leaks_leaked.
  order: ['leaks.leaked_at', 'leaks.id'],
  select: (found) =>
    found.select([
      'leaks.id',
      'leaks.leak_type',
      'leaks.entity',
      'leaks.source',
      'leaks.leaked_at',
      'leaks.added_at',
      'leaks.username',
      'leaks.has_password',
      'leaks.password_kind',
      'leaks.hashed_by',
      'leaks.url',
      'leaks.url_type',
      'leaks.subdomain',
      'leaks.is_employee',
      'leaks.stealer',
      'leaks.doc_category',
      'leaks.doc_source',
      'leaks.records',
      'leaks.status',
    ]),
  cells: (row) => [
    leakTypes[row.leak_type].label,
    row.entity,
    row.source,
    row.leaked_at,
    row.added_at,
    row.username && maskedName(row.leak_type, row.username),
    row.has_password ? fixedMask : null,
    row.url,
    row.url_type ? urlTypes[row.url_type] : null,
    row.subdomain,
    row.is_employee ? 'yes' : 'no',
    row.stealer,
    row.doc_category,
    row.doc_source,
    row.records,
    statusLabels[row.status],
    row.password_kind && passwordKinds[row.password_kind],
    row.hashed_by,
    row.id,
  ],
  figures: figuresOfLeaks,
})

/** Figures of the leaks a filter finds. */
async function figuresOfLeaks(
  { tx, zone }: ExportReader,
  leaks: SelectQueryBuilder<Tables, 'leaks', object>,
): Promise<Figures> {
  const found = leaks.select([
    'leaks.leak_type',
    'leaks.entity',
    'leaks.has_password',
    'leaks.is_employee',
    'leaks.leaked_at',
  ])
  const { counted, sum } = await tallyOf(tx, found, ['leak_type', 'has_password', 'is_employee'])
  const packages = await largestPackages(tx, found, barsMax)
  const total = sum(() => true)
  const staffSecrets = sum((row) => row.has_password && row.is_employee)
  const [secrets, employees] = [sum((row) => row.has_password), sum((row) => row.is_employee)]
  return {
    key: [
      { label: 'Leaks', value: number.format(total), note: 'in this report' },
      { label: 'With a password', value: number.format(secrets), note: shareOf(secrets, total) },
      { label: 'Of employees', value: number.format(employees), note: shareOf(employees, total) },
    ],
    charts: [
      { title: 'By kind', form: 'bars', data: barsOf(grouped(counted, (row) => leakTypes[row.leak_type].label)) },
      {
        title: 'Largest packages',
        form: 'bars',
        data: withOthers(
          packages.map(({ label, count }) => ({ label, value: Number(count) })),
          total,
        ),
      },
      await trend({ tx, zone }, 'Leaks', found, 'leaked_at'),
    ],
    counted: 'Leaks',
    points: [
      `With a password: ${number.format(secrets)} of ${number.format(total)} (${percentOf(secrets, total)}), ${number.format(staffSecrets)} of them of employees.`,
      ...packages
        .slice(0, 1)
        .map(
          ({ label, count }) =>
            `Largest package: ${label}, ${number.format(Number(count))} (${percentOf(Number(count), total)}).`,
        ),
    ],
  }
}

export const exporters = { leaks: exporter }
