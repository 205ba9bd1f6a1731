import { anySourceOf, everySource, type Kind } from '@signet/contract/sources'
import { sourceSlug } from '../../navigation.ts'
import type { ChipTone } from '../../ui/status-chip.tsx'
import { t } from '../../words/words.ts'

const tones: Readonly<Record<string, ChipTone>> = {
  'threat.whitelist': 'good',
  'threat.falsePositive': 'closed',
  'threat.takedown': 'takedown',
  'threat.deeperAnalysis': 'analysis',
  'threat.reopen': 'new',
}

/** The colour of what was done; decisions have one, the rest is neutral. */
export function toneOfAction(action: string): ChipTone {
  return tones[action] ?? 'closed'
}

/** What a source is called. */
export function sourceWord(value: string): string {
  const source = anySourceOf(value)
  return source ? t(everySource[source].label) : value
}

/** Where a record opens beside its list. */
export function recordPath(kind: Kind, source: string, id: string): string {
  const list = kind === 'tout' ? 'touts' : 'threats'
  return `/${list}/${encodeURIComponent(sourceSlug(source))}?id=${encodeURIComponent(id)}`
}
