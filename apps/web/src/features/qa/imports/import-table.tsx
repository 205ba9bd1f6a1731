import type { Import } from '@signet/contract/collection/imports'
import { Link } from '@tanstack/react-router'
import { exactNumber } from '../../../format/numbers/exact-number.ts'
import { SimpleTable, type SimpleColumn } from '../../../ui/grid/simple-table.tsx'
import { TimeAgo } from '../../../ui/text/time-text.tsx'
import { sourceName } from '../../../words/named/threats.ts'
import { useImportPaths } from './import-paths.ts'
import { ImportState } from './import-state.tsx'
import { t } from './words.ts'

/** The imports of a company with what became of their rows. */
export function ImportTable({ imports }: { imports: readonly Import[] }) {
  const { one } = useImportPaths()
  const columns: SimpleColumn<Import>[] = [
    {
      key: 'file',
      label: t('file'),
      wraps: true,
      render: ({ id, name }) => (
        <Link to={one} params={{ importId: id }}>
          {name}
        </Link>
      ),
    },
    { key: 'source', label: t('source'), render: ({ source }) => sourceName(source) },
    { key: 'state', label: t('state'), render: (each) => <ImportState of={each} /> },
    { key: 'added', label: t('added'), isFigure: true, render: ({ added }) => exactNumber(added) },
    {
      key: 'duplicates',
      label: t('duplicates'),
      isFigure: true,
      isWide: true,
      render: ({ duplicates }) => exactNumber(duplicates),
    },
    { key: 'rejected', label: t('rejected'), isFigure: true, render: ({ rejected }) => exactNumber(rejected) },
    {
      key: 'started',
      label: t('uploaded'),
      wraps: true,
      render: ({ by, createdAt }) => (
        <span>
          {by}, <TimeAgo at={createdAt} isWithin />
        </span>
      ),
    },
  ]
  return <SimpleTable label={t('tableOfImports')} columns={columns} rows={imports} idOf={({ id }) => id} isCards />
}
