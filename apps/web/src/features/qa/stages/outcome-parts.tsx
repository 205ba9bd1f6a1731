import { IconCheck } from '@tabler/icons-react'
import { Button } from '../../../ui/controls/button.tsx'
import { Inline } from '../../../ui/layout/parts.tsx'
import type { Outcome } from './outcomes.ts'
import { t } from './words.ts'

/** What was done with a row. */
export function OutcomeLine({ step }: Pick<Outcome, 'step'>) {
  return (
    <Inline as="span" gap={1} tone="good" size="meta" weight="medium">
      <IconCheck size={14} stroke={2} aria-hidden="true" />
      <span>{t(`outcome.${step}`)}</span>
    </Inline>
  )
}

/** Undoes what was done with a row. */
export function UndoButton({ undo, title }: { undo: () => void; title: string }) {
  return (
    <Button
      // The grid is a single tab stop, and Z undoes the last step.
      tabIndex={-1}
      aria-label={t('undoTitle', { title })}
      onClick={(event) => {
        event.stopPropagation()
        // The rest of a double click on the button that was here.
        if (event.detail < 2) undo()
      }}
    >
      {t('undo')}
    </Button>
  )
}
