import { csvText } from '../../../../ui/grid/csv-file.ts'
import { t } from '../words.ts'
import type { AnyThreat } from '../../records.ts'
import { valueName } from '../../../../words/named/name-of.ts'

interface TextColumn {
  key: string
  label: string
  text: (row: AnyThreat) => string | number
}

/** Data that the list shows next to the title, and a file in separate columns. */
const titleColumns = (): readonly TextColumn[] => [
  { key: 'reasons', label: t('reasons'), text: ({ reasons }) => reasons.map(valueName).join('; ') },
  { key: 'url', label: t('address'), text: ({ url }) => url ?? '' },
]
const identity = (): TextColumn => ({ key: 'id', label: t('id'), text: ({ id }) => id })

/** The visible columns in their order, the columns for the data shown below the title, and the id. */
function fileColumns(columns: readonly TextColumn[]): TextColumn[] {
  return [
    ...columns.flatMap((column) => (column.key === 'threat' ? [column, ...titleColumns()] : [column])),
    identity(),
  ]
}

/** The rows as CSV, times in ISO 8601 UTC. */
export function csvOf(columns: readonly TextColumn[], rows: readonly AnyThreat[]): string {
  const shown = fileColumns(columns)
  return csvText(
    shown.map(({ label }) => label),
    rows.map((row) => shown.map(({ text }) => text(row))),
  )
}
