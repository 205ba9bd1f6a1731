import { IconX } from '@tabler/icons-react'
import type { Kind } from '@signet/contract/sources'
import { Button, IconButton } from '../../../ui/controls/button.tsx'
import { Inline } from '../../../ui/layout/parts.tsx'
import { msg, plural, t, type Marked } from '../../../words/words.ts'
import { kindWords } from '../qa-kind.ts'
import css from './review-bulk-bar.module.css'
import type { QueueStep } from './use-review.ts'

/** The three steps of the queue, as buttons and as commands of the palette. */
export const queueSteps = [
  { step: 'publish', label: msg('Publish') },
  { step: 'watch', label: msg('Watch') },
  { step: 'requestDeletion', label: msg('Delete') },
] as const satisfies readonly { step: QueueStep; label: Marked }[]

interface ReviewBulkBarProps {
  kind: Kind
  count: number
  onStep: (step: QueueStep) => void
  onClear: () => void
}

/** What can be done with the selected threats together. */
export function ReviewBulkBar({ kind, count, onStep, onClear }: ReviewBulkBarProps) {
  return (
    <section className={css.bar} data-bulk-bar="" aria-label={t(kindWords[kind].selected)}>
      <p className="num">
        <b>{plural(count, '{n} selected', '{n} selected')}</b>
        <IconButton label={t('Clear the selection')} onClick={onClear}>
          <IconX size={16} stroke={1.7} aria-hidden="true" />
        </IconButton>
      </p>
      <Inline align="stretch" className={css.actions}>
        <Button shortcut="P" onClick={() => onStep('publish')}>
          {t('Publish')}
        </Button>
        <Button shortcut="L" onClick={() => onStep('watch')}>
          {t('Watch')}
        </Button>
        <Button kind="danger" shortcut={t('Del')} onClick={() => onStep('requestDeletion')}>
          {t('Delete')}
        </Button>
      </Inline>
    </section>
  )
}
