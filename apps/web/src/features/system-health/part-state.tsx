import type { PartHealth } from '@signet/contract/operation/system-health'
import { isMissing } from '../../parts/system-health/is-missing.ts'
import { Chip } from '../../ui/feedback/status-chip.tsx'
import { t } from './words.ts'

/** Why a part that is off has no state. Growth is measured only after a time. */
export function offWordOf(part: PartHealth): 'notSetUp' | 'notInUse' | 'notDueYet' {
  if (part.name === 'diskGrowth') return 'notDueYet'
  return isMissing(part) ? 'notSetUp' : 'notInUse'
}

/** The id of its row, for links to it. */
export const idOfCheck = (name: PartHealth['name']): string => `check-${name}`

/** What failed comes first, then what is to be set up, what isn't in use or due, and what is OK last. */
export const inOrderOfNeed = (parts: readonly PartHealth[]): PartHealth[] =>
  parts.toSorted((a, b) => rankOf(a) - rankOf(b))

const offRanks = { notSetUp: 1, notInUse: 2, notDueYet: 3 } as const

function rankOf(part: PartHealth): number {
  if (part.isOff) return offRanks[offWordOf(part)]
  return part.ok ? 4 : 0
}

/** The state of a part of the installation as a word. */
export function PartState({ part }: { part: PartHealth }) {
  const { ok, isOff } = part
  if (isOff) return <Chip tone={isMissing(part) ? 'medium' : 'closed'}>{t(offWordOf(part))}</Chip>
  return <Chip tone={ok ? 'good' : 'stopped'}>{ok ? t('ok') : t('failed')}</Chip>
}
