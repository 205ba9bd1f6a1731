import { IconX } from '@tabler/icons-react'
import { exactNumber } from '../../format/exact-number.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import css from './review-bulk-bar.module.css'
import type { QueueStep } from './use-review.ts'

interface ReviewBulkBarProps {
  count: number
  onStep: (step: QueueStep) => void
  onClear: () => void
}

/** What can be done with the selected threats together. */
export function ReviewBulkBar({ count, onStep, onClear }: ReviewBulkBarProps) {
  return (
    <section className={css.bar} data-bulk-bar="" aria-label="Selected threats">
      <p className="num">
        <b>{exactNumber(count)} selected</b>
        <IconButton label="Clear the selection" onClick={onClear}>
          <IconX size={16} stroke={1.7} aria-hidden="true" />
        </IconButton>
      </p>
      <div className={css.actions}>
        <Button shortcut="P" onClick={() => onStep('publish')}>
          Publish
        </Button>
        <Button shortcut="L" onClick={() => onStep('watch')}>
          Watch
        </Button>
        <Button kind="danger" shortcut="Del" onClick={() => onStep('requestDeletion')}>
          Delete
        </Button>
      </div>
    </section>
  )
}
