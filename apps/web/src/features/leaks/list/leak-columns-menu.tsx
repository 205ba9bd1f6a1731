import { ColumnsMenu } from '../../../ui/grid/columns/columns-menu.tsx'
import { moreColumns, shippedColumns } from './leak-columns.tsx'
import type { LeakShape } from './leak-search.ts'
import type { useLeakColumnChoice } from './use-leak-column-choice.ts'

/** The menu that selects the columns of a shape of leaks. */
export function LeakColumnsMenu({
  shape,
  choice,
}: {
  shape: LeakShape | undefined
  choice: ReturnType<typeof useLeakColumnChoice>
}) {
  return (
    <ColumnsMenu
      shipped={shippedColumns(shape, true, false)}
      more={moreColumns(shape)}
      nameKey="name"
      choice={choice.columns}
      onChange={choice.change}
    />
  )
}
