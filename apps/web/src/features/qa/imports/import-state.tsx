import type { Import } from '@signet/contract/collection/imports'
import type { ImportState as State } from '@signet/contract/collection/imports'
import { percent } from '../../../format/numbers/percent.ts'
import { Chip, type ChipTone } from '../../../ui/feedback/status-chip.tsx'
import { t } from './words.ts'

const toneOf = {
  ready: 'medium',
  running: 'new',
  done: 'good',
  cancelled: 'closed',
  failed: 'stopped',
  undoing: 'new',
  undone: 'closed',
} as const satisfies Record<State, ChipTone>

/** The state of an import; while it runs, how much of the file is read. */
export function ImportState({ of: { state, progress } }: { of: Pick<Import, 'state' | 'progress'> }) {
  return (
    <Chip tone={toneOf[state]}>
      {state === 'running' ? t('importingShare', { share: percent(progress) }) : t(`state.${state}`)}
    </Chip>
  )
}
