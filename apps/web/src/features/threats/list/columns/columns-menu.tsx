import type { ColumnChoice } from '@signet/contract/companies/portal-settings'
import { ColumnsMenu } from '../../../../ui/grid/columns/columns-menu.tsx'
import { moreColumns } from './more-columns.tsx'
import { useRecords, type ThreatColumn } from '../../records.ts'
import { defaultColumns } from './threat-columns.tsx'
import type { ListSource } from '../../threat-source.ts'

const named = ({ key, label }: ThreatColumn) => ({ key, label: label() })

/** The menu that selects the columns of a list of threats or touts. */
export function ThreatColumnsMenu({
  source,
  ...rest
}: {
  source: ListSource
  choice: readonly ColumnChoice[] | undefined
  /** Undefined for the default columns. */
  onChange: (choice: ColumnChoice[] | undefined) => void
}) {
  const shipped = defaultColumns(source, useRecords())
  return <ColumnsMenu shipped={shipped.map(named)} more={moreColumns.map(named)} nameKey="threat" {...rest} />
}
