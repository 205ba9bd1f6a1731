import { IconX } from '@tabler/icons-react'
import type { Kind } from '@signet/contract/threats/sources'
import type { ReactNode } from 'react'
import { Button, IconButton } from '../../../../ui/controls/button.tsx'
import { Inline } from '../../../../ui/layout/parts.tsx'
import { t } from '../words.ts'
import { kindWords } from '../../qa-kind.ts'
import css from './review-bulk-bar.module.css'
import type { QueueStep } from '../review-many.ts'

interface ReviewBulkBarProps {
  kind: Kind
  count: number
  /** Selects the rest, if there is more. */
  selectAll: ReactNode
  onStep: (step: QueueStep) => void
  onClear: () => void
}

/** The actions on the selected threats. */
export function ReviewBulkBar({ kind, count, selectAll, onStep, onClear }: ReviewBulkBarProps) {
  return (
    <section className={css.bar} data-bulk-bar="" aria-label={kindWords[kind].selected()}>
      <Inline as="p" gap={0} num justify="between">
        <b>{t('selectedCount', { count })}</b>
        {selectAll}
        <IconButton label={t('clearSelection')} onClick={onClear}>
          <IconX size={16} stroke={1.7} aria-hidden="true" />
        </IconButton>
      </Inline>
      <Inline align="stretch" wrap className={css.actions}>
        <Button shortcut="P" onClick={() => onStep('publish')}>
          {t('publish')}
        </Button>
        <Button shortcut="L" onClick={() => onStep('watch')}>
          {t('watch')}
        </Button>
        <Button shortcut="W" onClick={() => onStep('whitelist')}>
          {t('whitelist')}
        </Button>
        <Button kind="danger" shortcut={t('del')} onClick={() => onStep('requestDeletion')}>
          {t('delete')}
        </Button>
      </Inline>
    </section>
  )
}
