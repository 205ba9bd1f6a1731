import type { ColumnChoice } from '@signet/contract/companies/portal-settings'
import { ColumnsMenu } from '../../../../ui/grid/columns/columns-menu.tsx'
import { moreColumns } from './more-columns.tsx'
import { useRecords, type ThreatColumn } from '../../records.ts'
import { defaultColumns, ownColumns } from './threat-columns.tsx'
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
  const records = useRecords()
  const shipped = defaultColumns(source, records)
  const own = ownColumns(source, records)
  const others = moreColumns.filter(({ key }) => !own.some((column) => column.key === key))
  return <ColumnsMenu shipped={shipped.map(named)} more={[...own, ...others].map(named)} nameKey="threat" {...rest} />
}
