import { sources } from '@signet/contract/sources'
import type { Threat, TriageAction } from '@signet/contract/threats'
import { IconBookmark, IconBookmarkFilled, IconCopy, IconLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import type { PagedRows } from '../../api/paged-rows.ts'
import { titleForms } from '../../format/shown-title.ts'
import { useCompany } from '../../session/company.ts'
import { IconButton } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { DetailPanel } from '../../ui/detail-panel.tsx'
import { FailedBlock, Skeleton } from '../../ui/data-state.tsx'
import type { GridStore } from '../../ui/grid-store.ts'
import { MarkButtons } from '../../ui/mark-buttons.tsx'
import { SeverityMark } from '../../ui/severity-mark.tsx'
import { SourceIcon } from '../../ui/source-icon.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { DetailsTab } from './details-tab.tsx'
import { EvidenceTab } from './evidence-tab.tsx'
import { HistoryTab } from './history-tab.tsx'
import { RemarkField } from './remark-field.tsx'
import { SimilarTab } from './similar-tab.tsx'
import css from './threat-panel.module.css'
import type { ListSource } from './threat-source.ts'
import { threatQuery } from './threats.api.ts'
import { idParam, type OpenThreat } from './use-open-threat.ts'
import { indexOfOpen } from './use-threat-list.ts'

const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const
type TabKey = 'evidence' | 'details' | 'similar' | 'history'

/** One threat beside the list: the decision, and everything it rests on. */
export function ThreatPanel({
  open,
  page,
  rows,
  store,
  onMove,
  onClose,
  onMark,
  onBookmark,
}: {
  open: OpenThreat
  page: ListSource
  rows: PagedRows<Threat>
  store: GridStore
  onMove: (step: 1 | -1) => void
  onClose: () => void
  /** Missing where the role decides nothing. */
  onMark: ((threat: Threat, action: TriageAction) => void) | undefined
  onBookmark: ((threat: Threat) => void) | undefined
}) {
  const company = useCompany()
  const [tab, setTab] = useState<TabKey>('evidence')
  const cursor = store.cursor()
  const index = rows.at(cursor)?.id === open.threatId ? cursor : indexOfOpen(rows, open)
  // The row is here already; its evidence follows when the cursor rests.
  const wanted = useDeferredValue(open)
  const detail = useQuery(threatQuery(company, wanted.source, wanted.threatId))
  const full = detail.data?.id === open.threatId ? detail.data : undefined
  const threat: Threat | undefined = rows.at(index) ?? full

  const actions = threat && (
    <>
      {onBookmark && (
        <IconButton
          label={threat.bookmarked ? 'Remove bookmark' : 'Bookmark'}
          aria-pressed={threat.bookmarked}
          onClick={() => onBookmark(threat)}
        >
          {threat.bookmarked ? <IconBookmarkFilled {...icon} /> : <IconBookmark {...icon} />}
        </IconButton>
      )}
      <IconButton label="Copy link" onClick={() => copyText(linkTo(page, open), 'Link')}>
        <IconLink {...icon} />
      </IconButton>
    </>
  )

  return (
    <DetailPanel
      label="Threat"
      index={index}
      total={rows.total ?? 0}
      onMove={onMove}
      onClose={onClose}
      actions={actions}
    >
      {threat ? (
        <>
          <ThreatHead threat={threat} />
          {onMark && (
            <div className={css.marks}>
              <MarkButtons status={threat.status} onMark={(action) => onMark(threat, action)} />
              {threat.status === 'open' && <RemarkField key={threat.id} threatId={threat.id} />}
            </div>
          )}
          <Tabs
            label="About this threat"
            current={tab}
            onChange={setTab}
            tabs={[
              { key: 'evidence', label: 'Evidence' },
              { key: 'details', label: 'Details' },
              { key: 'similar', label: 'Similar', count: full?.related.length },
              { key: 'history', label: 'History' },
            ]}
          >
            {full ? (
              <>
                {tab === 'evidence' && <EvidenceTab threat={full} />}
                {tab === 'details' && <DetailsTab threat={full} />}
                {tab === 'similar' && <SimilarTab threat={full} page={page} />}
                {tab === 'history' && <HistoryTab threat={full} />}
              </>
            ) : detail.error ? (
              <FailedBlock what="The threat" error={detail.error} retry={() => void detail.refetch()} />
            ) : (
              <Skeleton lines={6} />
            )}
          </Tabs>
        </>
      ) : detail.error ? (
        <FailedBlock what="The threat" error={detail.error} retry={() => void detail.refetch()} />
      ) : (
        <div className={css.wait}>
          <Skeleton lines={6} />
        </div>
      )}
    </DetailPanel>
  )
}

/** The address of this page with the threat open. */
function linkTo(page: ListSource, open: OpenThreat): string {
  const url = new URL(location.href)
  url.searchParams.set('id', idParam(page, open))
  return url.href
}

function ThreatHead({ threat }: { threat: Threat }) {
  const { label } = sources[threat.source]
  const { shown, registered } = titleForms(threat)
  return (
    <div className={css.head}>
      <h2 className={css.title}>
        <span>{shown}</span>
        <IconButton label="Copy in full" onClick={() => copyText(threat.url ?? threat.title, 'Address')}>
          <IconCopy size={16} stroke={1.7} aria-hidden="true" />
        </IconButton>
      </h2>
      {registered && <p className={`${css.registered} mono`}>{registered}</p>}
      <p className={css.facts}>
        <SeverityMark severity={threat.severity} />
        <StatusChip status={threat.status} />
        <SourceIcon source={threat.source} size={15} />
        <span>
          {label} · {threat.threatType}
        </span>
        {threat.isDemo && <span>Demo data</span>}
      </p>
    </div>
  )
}
