import { IconX } from '@tabler/icons-react'
import { exactNumber } from '../../format/exact-number.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import css from './stage-bulk-bar.module.css'
import type { StageAction } from './stage-actions.ts'

interface StageBulkBarProps {
  count: number
  actions: readonly StageAction[]
  onAction: (action: StageAction) => void
  onClear: () => void
}

/** What can be done with the selected threats of a stage. */
export function StageBulkBar({ count, actions, onAction, onClear }: StageBulkBarProps) {
  return (
    <section className={css.bar} data-bulk-bar="" aria-label="Selected threats">
      <b className="num">{exactNumber(count)} selected</b>
      {actions.map((action) => (
        <Button key={action.step} kind={action.kind} shortcut={action.hotkey} onClick={() => onAction(action)}>
          {action.label}
        </Button>
      ))}
      <IconButton label="Clear the selection" onClick={onClear}>
        <IconX size={16} stroke={1.7} aria-hidden="true" />
      </IconButton>
    </section>
  )
}
