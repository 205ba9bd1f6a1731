import type { Kind } from '@signet/contract/sources'
import { sourceSlug } from '../../url/source-slug.ts'
import type { ChipTone } from '../../ui/feedback/status-chip.tsx'
import { t, type Word } from './words.ts'
import { valueName } from '../../words/named/name-of.ts'

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

const short: Readonly<Record<string, Word>> = {
  'threat.whitelist': 'whitelist',
  'threat.falsePositive': 'falsePositive',
  'threat.takedown': 'takedown',
  'threat.deeperAnalysis': 'deeperAnalysis',
  'threat.reopen': 'reopened',
  'threat.remarked': 'remark',
  'threat.corrected': 'corrected',
  'threat.bookmark': 'bookmark',
}

/** What was done in the words of the tabs; what has none is said in full. */
export function decisionText({ action, text }: { action: string; text: string }): string {
  return short[action] ? t(short[action]) : valueName(text)
}

/** The link that opens a record next to its list. */
export function recordPath(kind: Kind, source: string, id: string): string {
  const list = kind === 'tout' ? 'touts' : 'threats'
  return `/${list}/${encodeURIComponent(sourceSlug(source))}?id=${encodeURIComponent(id)}`
}
