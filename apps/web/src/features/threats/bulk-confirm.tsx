import { threatStatusLabels, type Threat, type TriageAction } from '@signet/contract/threats'
import type { PagedRows } from '../../api/paged-rows.ts'
import { shownTitle } from '../../format/shown-title.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import type { GridStore } from '../../ui/grid-store.ts'
import { countText, statusAfter } from './mark-words.ts'

const shownTitles = 3

/** The question before many threats are decided: how many, of which company, and the first three by name. */
export function BulkConfirm({
  action,
  count,
  companyName,
  rows,
  store,
  onConfirm,
  onClose,
}: {
  action: TriageAction
  count: number
  companyName: string
  rows: PagedRows<Threat>
  store: GridStore
  onConfirm: () => void
  onClose: () => void
}) {
  const mark = threatStatusLabels[statusAfter(action)].toLowerCase()
  const titles = rows.loaded
    .filter(({ id }) => store.isSelected(id))
    .map(({ source, title }) => shownTitle(source, title))
  const examples = [...new Set(titles)].slice(0, shownTitles)
  const consequence = action === 'takedown' ? ' A takedown case opens for each.' : ''
  return (
    <ConfirmDialog
      title={`Mark ${countText(count)} ${mark}?`}
      text={`They belong to ${companyName}.${consequence} Undo stays possible until work on a case begins.`}
      examples={examples}
      moreCount={count - examples.length}
      confirmLabel={`Mark ${countText(count)}`}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  )
}
