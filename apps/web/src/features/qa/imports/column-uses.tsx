import type { ImportDetail } from '@signet/contract/collection/imports'
import type { ImportMapping } from '@signet/contract/collection/imports'
import { titleFieldsOf, type AnySource, type Kind } from '@signet/contract/threats/sources'
import { SimpleTable, type SimpleColumn } from '../../../ui/grid/simple-table.tsx'
import { Stack, Text } from '../../../ui/layout/parts.tsx'
import { fieldName } from './field-name.ts'
import css from './imports.module.css'
import { fieldOfTarget, targetsOf, usesOf, withUse, type ImportTarget } from './mapping.ts'
import { t } from './words.ts'

type Column = ImportDetail['columns'][number]

interface ColumnUsesProps {
  recordKind: Kind
  source: AnySource
  columns: readonly Column[]
  mapping: ImportMapping
  onChange: (mapping: ImportMapping) => void
}

/** The columns of a file with values of each, and a select for what it is used for. */
export function ColumnUses({ recordKind, source, columns, mapping, onChange }: ColumnUsesProps) {
  const uses = usesOf(mapping)
  const targetsIn = (name: string): (ImportTarget | null)[] => {
    const found = uses.filter(({ column }) => column === name).map(({ target }) => target)
    return found.length > 0 ? found : [null]
  }
  const shown: SimpleColumn<Column>[] = [
    { key: 'name', label: t('column'), wraps: true, render: ({ name }) => name },
    {
      key: 'examples',
      label: t('values'),
      wraps: true,
      render: ({ examples }) => (
        <Text size="meta" tone="quiet">
          {examples.join(' · ')}
        </Text>
      ),
    },
    {
      key: 'use',
      label: t('importAs'),
      render: ({ name }) => (
        <Stack gap={1} className={css.uses}>
          {targetsIn(name).map((target, index) => {
            const label = index === 0 ? t('columnAs', { name }) : t('columnUse', { name, place: index + 1 })
            return (
              <UseSelect
                // A key of its use would take the focus from a select that is changed by keyboard.
                key={label}
                label={label}
                recordKind={recordKind}
                source={source}
                target={target}
                columnOf={(each) => uses.find((use) => use.target === each && use.column !== name)?.column}
                onChange={(next) => onChange(withUse(mapping, name, target, next))}
              />
            )
          })}
        </Stack>
      ),
    },
  ]
  return <SimpleTable label={t('tableOfColumns')} columns={shown} rows={columns} idOf={({ name }) => name} isCards />
}

interface UseSelectProps {
  label: string
  recordKind: Kind
  source: AnySource
  target: ImportTarget | null
  /** The other column that is used for something. */
  columnOf: (target: ImportTarget) => string | undefined
  onChange: (target: ImportTarget | null) => void
}

function UseSelect({ label, recordKind, source, target, columnOf, onChange }: UseSelectProps) {
  const titles = titleFieldsOf(source)
  const targets = targetsOf(recordKind, source)
  const nameOf = (each: ImportTarget) => {
    const field = fieldOfTarget(each)
    const name = fieldName(recordKind, source, field)
    const column = columnOf(each)
    if (column !== undefined) return t('usedForColumn', { name, column })
    return titles.includes(field) && each !== field ? t('namesThreat', { name }) : name
  }
  return (
    <select
      aria-label={label}
      value={target ?? ''}
      onChange={(event) => onChange(targets.find((each) => each === event.target.value) ?? null)}
    >
      <option value="">{t('notImported')}</option>
      {targets.map((each) => (
        <option key={each} value={each} disabled={columnOf(each) !== undefined}>
          {nameOf(each)}
        </option>
      ))}
    </select>
  )
}
