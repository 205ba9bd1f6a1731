import { Button } from '../../ui/controls/button.tsx'
import { Inline } from '../../ui/layout/parts.tsx'
import css from './proposal-list.module.css'
import { t } from './words.ts'

interface ProposalSelectionProps {
  count: number
  selectedCount: number
  mayAdd: boolean
  mayDismiss: boolean
  onSelectAll: (isOn: boolean) => void
  onAdd: () => void
  onDismiss: () => void
}

/** Selects all proposals or none, and adds or dismisses the selected ones. */
export function ProposalSelection(props: ProposalSelectionProps) {
  const { count, selectedCount, mayAdd, mayDismiss, onSelectAll, onAdd, onDismiss } = props
  return (
    <Inline wrap justify="between">
      <Inline as="label" className={css.all}>
        <input
          type="checkbox"
          checked={selectedCount === count}
          ref={(box) => {
            if (box) box.indeterminate = selectedCount > 0 && selectedCount < count
          }}
          onChange={(event) => onSelectAll(event.target.checked)}
        />
        {t('selectAll', { count })}
      </Inline>
      {selectedCount > 0 && (
        <Inline wrap>
          <Button disabled={!mayAdd} onClick={onAdd}>
            {t('addSelected', { count: selectedCount })}
          </Button>
          <Button kind="quiet" disabled={!mayDismiss} onClick={onDismiss}>
            {t('dismissSelected', { count: selectedCount })}
          </Button>
        </Inline>
      )}
    </Inline>
  )
}
