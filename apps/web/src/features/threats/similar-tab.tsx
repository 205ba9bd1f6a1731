import type { ThreatDetail } from '@signet/contract/threats'
import { Link } from '@tanstack/react-router'
import { shownTitle } from '../../format/shown-title.ts'
import { StateBlock } from '../../ui/data-state.tsx'
import { SeverityMark } from '../../ui/severity-mark.tsx'
import { SourceIcon } from '../../ui/source-icon.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import css from './threat-panel.module.css'
import type { ListSource } from './threat-source.ts'
import { idParam } from './use-open-threat.ts'

/** Threats that share a trait with this one; each opens in the panel. */
export function SimilarTab({ threat, page }: { threat: ThreatDetail; page: ListSource }) {
  if (threat.related.length === 0)
    return <StateBlock title="Nothing similar">No other threat shares its traits.</StateBlock>
  // A threat of another source opens on the page of all.
  const slugFor = (source: ListSource) => (page === source || page === 'All' ? page : 'All')
  return (
    <ul className={css.cards}>
      {threat.related.map(({ id, source, title, severity, status }) => (
        <li key={id}>
          <Link
            className={css.similar}
            to="/threats/$source"
            params={{ source: slugFor(source) }}
            from="/threats/$source"
            search={(old) => ({ ...old, id: idParam(slugFor(source), { source, threatId: id }) })}
          >
            <SeverityMark severity={severity} isShort />
            <SourceIcon source={source} />
            <b>{shownTitle(source, title)}</b>
            <StatusChip status={status} />
          </Link>
        </li>
      ))}
    </ul>
  )
}
