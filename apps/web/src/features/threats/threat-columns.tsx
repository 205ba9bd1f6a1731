import { sources } from '@signet/contract/sources'
import type { Threat, threatSortFields } from '@signet/contract/threats'
import { IconBookmarkFilled } from '@tabler/icons-react'
import { titleForms } from '../../format/shown-title.ts'
import type { Column } from '../../ui/data-grid.tsx'
import { SeverityMark } from '../../ui/severity-mark.tsx'
import { SourceIcon } from '../../ui/source-icon.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { Thumb } from '../../ui/thumb.tsx'
import { TimeAgo } from '../../ui/time-text.tsx'
import css from './threat-columns.module.css'
import type { ListSource } from './threat-source.ts'
import type { Density } from './use-density.ts'

/** Row heights in pixels. */
export const rowHeights = { comfortable: 56, compact: 36, cards: 88 } as const

type ThreatColumn = Column<Threat, (typeof threatSortFields)[number]>

/** The second line: how the name is registered where it displays as another, then why it was flagged. */
function joined(registered: string | null, reasons: readonly string[]): string {
  return [...(registered ? [registered] : []), ...reasons].join(' · ')
}

function ThreatCell({ threat, isCompact }: { threat: Threat; isCompact: boolean }) {
  const { shown, registered } = titleForms(threat)
  const reasons = joined(registered, threat.reasons)
  return (
    <div className={css.threat}>
      {!isCompact && <Thumb source={threat.source} href={threat.thumbnail} />}
      <div className={css.words}>
        <span className={css.title}>
          <b>{shown}</b>
          {isCompact && registered && <span className={css.reasons}>{registered}</span>}
          {threat.bookmarked && <IconBookmarkFilled className={css.kept} size={14} aria-label="Bookmarked" />}
        </span>
        {!isCompact && reasons && <span className={css.reasons}>{reasons}</span>}
      </div>
    </div>
  )
}

function Card({ threat }: { threat: Threat }) {
  const { shown, registered } = titleForms(threat)
  return (
    <div className={css.card}>
      <Thumb source={threat.source} href={threat.thumbnail} />
      <div className={css.words}>
        <span className={css.title}>
          <b>{shown}</b>
        </span>
        <span className={css.reasons}>{joined(registered, threat.reasons) || threat.threatType}</span>
        <span className={css.facts}>
          <SeverityMark severity={threat.severity} />
          <StatusChip status={threat.status} />
          <TimeAgo at={threat.firstSeen} />
        </span>
      </div>
    </div>
  )
}

const severity: ThreatColumn = {
  key: 'severity',
  label: 'Severity',
  track: '106px',
  sort: 'severity',
  render: (threat) => <SeverityMark severity={threat.severity} />,
}
const threatType: ThreatColumn = {
  key: 'type',
  label: 'Type',
  track: 'minmax(112px, 0.42fr)',
  sort: 'threatType',
  render: (threat) => (
    <span className={css.quiet} title={threat.threatType}>
      {threat.threatType}
    </span>
  ),
}
const source: ThreatColumn = {
  key: 'source',
  label: 'Source',
  track: 'minmax(108px, 0.38fr)',
  sort: 'source',
  render: (threat) => (
    <span className={css.source}>
      <SourceIcon source={threat.source} />
      <span className={css.quiet} title={sources[threat.source].label}>
        {sources[threat.source].label}
      </span>
    </span>
  ),
}
const status: ThreatColumn = {
  key: 'status',
  label: 'Status',
  track: '140px',
  sort: 'status',
  render: (threat) => <StatusChip status={threat.status} />,
}
const detected: ThreatColumn = {
  key: 'detected',
  label: 'Detected',
  track: '126px',
  sort: 'firstSeen',
  render: (threat) => (
    <span className={css.quiet}>
      <TimeAgo at={threat.firstSeen} />
    </span>
  ),
}
const card: ThreatColumn = {
  key: 'card',
  label: 'Threat',
  track: 'minmax(0, 1fr)',
  render: (threat) => <Card threat={threat} />,
}

/** The columns of a layout: beside an open panel the type and the source give way, on phones each row is a card. */
export function columnsFor(
  layout: 'full' | 'beside' | 'cards',
  density: Density,
  page: ListSource,
): readonly ThreatColumn[] {
  if (layout === 'cards') return [card]
  const threat: ThreatColumn = {
    key: 'threat',
    label: 'Threat',
    track: 'minmax(200px, 1.2fr)',
    sort: 'title',
    render: (row) => <ThreatCell threat={row} isCompact={density === 'compact'} />,
  }
  if (layout === 'beside') return [severity, threat, { ...status, track: '128px' }, { ...detected, track: '116px' }]
  const isMixed = page === 'All' || page === 'Bookmarks'
  return [severity, threat, threatType, ...(isMixed ? [source] : []), status, detected]
}
