import type { ThreatDetail } from '@signet/contract/threats'
import { Timeline, type TimelineEntry } from '../../ui/timeline.tsx'

/** What happened to the threat and what was said about it, newest first. */
export function HistoryTab({ threat }: { threat: ThreatDetail }) {
  const events = threat.history.map(({ id, at, by, text, remark }): TimelineEntry => ({
    id,
    at,
    title: text,
    text: by ?? 'Signet',
    quote: remark,
  }))
  // A remark given with a mark stands in its event already.
  const said = new Set(threat.history.map(({ remark }) => remark))
  const remarks = threat.remarks
    .filter(({ text, kind }) => !said.has(text) && !said.has(kind))
    .map(({ id, at, by, kind, text }): TimelineEntry => ({ id, at, title: 'Remark', text: by, quote: text || kind }))
  return <Timeline label="History" entries={[...events, ...remarks]} />
}
