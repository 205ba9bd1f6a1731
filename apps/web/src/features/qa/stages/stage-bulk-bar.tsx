import { IconX } from '@tabler/icons-react'
import type { Kind } from '@signet/contract/threats/sources'
import { Button, IconButton } from '../../../ui/controls/button.tsx'
import { t } from './words.ts'
import { kindWords } from '../qa-kind.ts'
import css from './stage-bulk-bar.module.css'
import type { StageAction } from '../stage-actions.ts'
import { keyWords } from '../../../ui/keys/key-words.ts'
import { Inline } from '../../../ui/layout/parts.tsx'

interface StageBulkBarProps {
  kind: Kind
  count: number
  actions: readonly StageAction[]
  onAction: (action: StageAction) => void
  onClear: () => void
}

/** The actions on the selected threats of a stage. */
export function StageBulkBar({ kind, count, actions, onAction, onClear }: StageBulkBarProps) {
  return (
    <Inline
      as="section"
      wrap
      fixed
      pad="2 5"
      line="above"
      className={css.bar}
      data-bulk-bar=""
      aria-label={kindWords[kind].selected()}
    >
      <b className="num">{t('selectedCount', { count })}</b>
      {actions.map((action) => (
        <Button
          key={action.step}
          kind={action.kind}
          shortcut={keyWords(action.key).join(' ')}
          onClick={() => onAction(action)}
        >
          {action.label()}
        </Button>
      ))}
      <IconButton label={t('clearSelection')} onClick={onClear}>
        <IconX size={16} stroke={1.7} aria-hidden="true" />
      </IconButton>
    </Inline>
  )
}
