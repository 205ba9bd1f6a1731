import type { Threat, TriageAction } from '@signet/contract/threats'
import type { PagedRows } from '../../api/paged-rows.ts'
import { shownTitle } from '../../format/shown-title.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import type { GridStore } from '../../ui/grid-store.ts'
import { countText } from './mark-words.ts'

const shownTitles = 3

/** What is about to be done, as the button says it. */
function deedText(action: TriageAction, subject: string): string {
  switch (action) {
    case 'takedown':
      return `Take down ${subject}`
    case 'deeperAnalysis':
      return `Send ${subject} to deeper analysis`
    case 'falsePositive':
      return `Mark ${subject} as false positive`
    case 'whitelist':
      return `Whitelist ${subject}`
    default:
      return `Undo the mark of ${subject}`
  }
}

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
  const deed = deedText(action, countText(count))
  const titles = rows.loaded
    .filter(({ id }) => store.isSelected(id))
    .map(({ source, title }) => shownTitle(source, title))
  const examples = [...new Set(titles)].slice(0, shownTitles)
  const consequence = action === 'takedown' ? ' A takedown case opens for each.' : ''
  return (
    <ConfirmDialog
      title={`${deed}?`}
      text={`They belong to ${companyName}.${consequence} Undo stays possible until work on a case begins.`}
      examples={examples}
      moreCount={count - examples.length}
      confirmLabel={deed}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  )
}
