import type { PartHealth } from '@signet/contract/operation/system-health'
import { Chip } from '../../ui/feedback/status-chip.tsx'
import { t, type Word } from './words.ts'

/** Parts that need no set-up: why they have no state yet. */
const offWords: Partial<Record<PartHealth['name'], Word>> = { backFills: 'notDue', diskGrowth: 'notYet' }

/** Why a part that is off has no state. */
export const offWordOf = (name: PartHealth['name']): Word => offWords[name] ?? 'notSetUp'

/** What failed comes first, then what isn't set up or due, and what is OK last. */
export const inOrderOfNeed = (parts: readonly PartHealth[]): PartHealth[] =>
  parts.toSorted((a, b) => rankOf(a) - rankOf(b))

function rankOf({ name, ok, isOff }: PartHealth): number {
  if (isOff) return offWordOf(name) === 'notSetUp' ? 1 : 2
  return ok ? 3 : 0
}

/** The state of a part of the installation as a word. */
export function PartState({ part: { name, ok, isOff } }: { part: PartHealth }) {
  if (isOff) return <Chip tone="closed">{t(offWordOf(name))}</Chip>
  return <Chip tone={ok ? 'good' : 'stopped'}>{ok ? t('ok') : t('failed')}</Chip>
}
