import type { AnySource, Kind } from '@signet/contract/threats/sources'
import { recordPath as pathOf } from '@signet/contract/threats/record-path'
import { sourceSlug } from '../../url/source-slug.ts'
import type { ChipTone } from '../../ui/feedback/status-chip.tsx'
import { t, type Word } from './words.ts'
import { valueName } from '../../words/named/name-of.ts'
import { threatStatusName } from '../../words/named/threats.ts'

const tones: Readonly<Record<string, ChipTone>> = {
  'threat.whitelist': 'good',
  'threat.falsePositive': 'closed',
  'threat.takedown': 'takedown',
  'threat.deeperAnalysis': 'analysis',
  'threat.reopen': 'new',
}

/** The colour of an action. Decisions have their own colours; everything else is neutral. */
export function toneOfAction(action: string): ChipTone {
  return tones[action] ?? 'closed'
}

const short: Readonly<Record<string, Word>> = {
  'threat.whitelist': 'whitelist',
  'threat.falsePositive': 'falsePositive',
  'threat.deeperAnalysis': 'deeperAnalysis',
  'threat.reopen': 'reopened',
  'threat.remarked': 'remark',
  'threat.corrected': 'corrected',
  'threat.bookmark': 'bookmark',
}

/** The action as the tabs name it; the full text for actions without a tab. */
export function decisionText({ action, text, source }: { action: string; text: string; source: AnySource }): string {
  if (action === 'threat.takedown') return threatStatusName('takedown', source)
  return short[action] ? t(short[action]) : valueName(text)
}

/** The link that opens a record in the panel of its list. */
export function recordPath(kind: Kind, source: string, id: string): string {
  return pathOf({ kind, source: sourceSlug(source), id })
}
