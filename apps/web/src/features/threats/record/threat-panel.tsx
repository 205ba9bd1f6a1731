import type { Decision } from '@signet/contract/threats/threats'
import { IconBookmark, IconBookmarkFilled, IconExternalLink, IconLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useDeferredValue } from 'react'
import { lazy } from '../../../api/lazy.ts'
import type { PagedRows } from '../../../api/paged-rows.ts'
import { sourceSlug } from '../../../url/source-slug.ts'
import { useCompany } from '../../../session/company.ts'
import { IconButton } from '../../../ui/controls/button.tsx'
import { copyText } from '../../../ui/feedback/copy-text.ts'
import { DetailPanel } from '../../../ui/feedback/detail-panel.tsx'
import { inSentence } from '../../../format/names/in-sentence.ts'
import { FailedBlock, Skeleton } from '../../../ui/feedback/data-state.tsx'
import type { GridStore } from '../../../ui/grid/columns/grid-store.ts'
import { DecisionButtons } from '../decide/decision-buttons.tsx'
import { Tabs } from '../../../ui/controls/tabs.tsx'
import { narrow, phone, useMedia } from '../../../ui/layout/use-media.ts'
import { t } from './words.ts'
import { DetailsTab } from './details-tab.tsx'
import { EvidenceTab } from './evidence/evidence-tab.tsx'
import { HistoryTab } from './history/history-tab.tsx'
import { recordRoute } from './record-route.ts'
import { useRecords, type AnyThreat, type Group } from '../records.ts'
import { RemarkField } from '../decide/remark-field.tsx'
import { SimilarTab } from './similar-tab.tsx'
import { ThreatHead } from './threat-head.tsx'
import { usePanelTab } from './use-panel-tab.ts'
import { Box } from '../../../ui/layout/parts.tsx'
import { hasDomain, type ListSource } from '../threat-source.ts'
import { threatQuery } from '../threats.api.ts'
import { idParam, type OpenThreat } from '../use-open-threat.ts'
import type { SimilarRows } from '../use-similar-rows.ts'
import { indexOfOpen } from '../use-threat-list.ts'

const BookmarkNote = lazy(() =>
  import('./history/bookmark-note.tsx').then(({ BookmarkNote: field }) => ({ default: field })),
)
const ThreatAssignee = lazy(() =>
  import('./threat-assignee.tsx').then(({ ThreatAssignee: field }) => ({ default: field })),
)
const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const
const TechnicalTab = lazy(() =>
  import('./technical-tab.tsx').then(({ TechnicalTab: technical }) => ({ default: technical })),
)

interface PanelProps {
  open: OpenThreat
  page: ListSource
  rows: PagedRows<AnyThreat>
  store: GridStore
  similar: SimilarRows
  onMove: (step: 1 | -1) => void
  onClose: () => void
  /** Undefined if the role may not decide. */
  onDecide: ((threat: AnyThreat, decision: Decision) => void) | undefined
  onDecideGroup: ((group: Group, decision: Decision) => void) | undefined
  onBookmark: ((threat: AnyThreat) => void) | undefined
}

/** One threat next to the list: the decision and all data that it is based on. */
export function ThreatPanel({
  open,
  page,
  rows,
  store,
  similar,
  onMove,
  onClose,
  onDecide,
  onDecideGroup,
  onBookmark,
}: PanelProps) {
  const company = useCompany()
  const records = useRecords()
  const { words } = records
  const cursor = store.cursor()
  const index = rows.at(cursor)?.id === open.threatId ? cursor : indexOfOpen(rows, open)
  // The row is already loaded. Its evidence is loaded when the cursor stays on it.
  const wanted = useDeferredValue(open)
  const detail = useQuery(threatQuery(records, company, wanted.source, wanted.threatId))
  const full = detail.data?.id === open.threatId ? detail.data : undefined
  const threat: AnyThreat | undefined = rows.at(index) ?? full
  const isWatched = hasDomain(records.kind, open.source)
  const [tab, setTab] = usePanelTab(isWatched)
  const failed = detail.error && (
    <FailedBlock what={inSentence(words.one())} error={detail.error} retry={() => void detail.refetch()} />
  )
  // On phones the row of icons has no room for a name.
  const isPhone = useMedia(phone)
  const assignee = full && (
    <Suspense fallback={null}>
      <ThreatAssignee key={full.id} threat={full} isQuiet />
    </Suspense>
  )

  return (
    <DetailPanel
      label={words.one()}
      index={index}
      total={rows.total ?? 0}
      onMove={onMove}
      onClose={onClose}
      actions={
        threat && (
          <>
            {!isPhone && assignee}
            <Actions threat={threat} open={open} page={page} onBookmark={onBookmark} />
          </>
        )
      }
    >
      {threat ? (
        <>
          <ThreatHead threat={threat} marked={full?.markedName} aside={isPhone && assignee} />
          {onBookmark && threat.bookmarked && (
            <Box fixed pad="3 5" line="above">
              <Suspense fallback={null}>
                <BookmarkNote key={threat.id} threat={threat} />
              </Suspense>
            </Box>
          )}
          {onDecide && (
            <Box fixed pad="3 5" line="above">
              <DecisionButtons
                status={threat.status}
                sources={[threat.source]}
                onDecide={(decision) => onDecide(threat, decision)}
              />
              {threat.status === 'open' && <RemarkField key={threat.id} threat={threat} />}
            </Box>
          )}
          <Tabs
            label={t('threatInformation')}
            current={tab}
            onChange={setTab}
            tabs={[
              { key: 'evidence', label: t('evidence') },
              ...(isWatched ? [{ key: 'technical' as const, label: t('technical') }] : []),
              { key: 'details', label: t('details') },
              { key: 'similar', label: t('related'), count: full?.related.length },
              { key: 'history', label: t('history') },
            ]}
          >
            {full ? (
              <>
                {tab === 'evidence' && <EvidenceTab threat={full} />}
                {tab === 'technical' && (
                  <Suspense fallback={<Skeleton lines={10} />}>
                    <TechnicalTab key={full.id} threat={full} />
                  </Suspense>
                )}
                {tab === 'details' && <DetailsTab threat={full} />}
                {tab === 'similar' && (
                  <SimilarTab
                    threat={full}
                    page={page}
                    group={groupOf(rows, similar, index, onClose)}
                    onDecideGroup={onDecideGroup}
                  />
                )}
                {tab === 'history' && <HistoryTab key={full.id} threat={full} />}
              </>
            ) : (
              (failed ?? <Skeleton lines={6} />)
            )}
          </Tabs>
        </>
      ) : (
        (failed ?? (
          <Box pad="4 5">
            <Skeleton lines={6} />
          </Box>
        ))
      )}
    </DetailPanel>
  )
}

function Actions({
  threat,
  open,
  page,
  onBookmark,
}: Pick<PanelProps, 'open' | 'page' | 'onBookmark'> & { threat: AnyThreat }) {
  const records = useRecords()
  return (
    <>
      {onBookmark && (
        <IconButton
          label={threat.bookmarked ? t('removeBookmark') : t('bookmark')}
          aria-pressed={threat.bookmarked}
          onClick={() => onBookmark(threat)}
        >
          {threat.bookmarked ? <IconBookmarkFilled {...icon} /> : <IconBookmark {...icon} />}
        </IconButton>
      )}
      <IconButton label={t('copyLink')} onClick={() => copyText(linkTo(page, open), t('link'))}>
        <IconLink {...icon} />
      </IconButton>
      <Link
        to={recordRoute(records)}
        params={{ source: sourceSlug(open.source), threatId: open.threatId }}
        className="icon-link"
        aria-label={t('openFullPage')}
        title={t('openFullPage')}
      >
        <IconExternalLink {...icon} />
      </Link>
    </>
  )
}

/** The row that groups the open threat; undefined if the threat has its own row. */
function groupOf(rows: PagedRows<AnyThreat>, similar: SimilarRows, index: number, close: () => void) {
  const head = rows.at(index + similar.stepToHead(index))
  if (!head?.similar) return undefined
  return {
    count: head.similar,
    isHead: head.id === rows.at(index)?.id,
    isShown: similar.opened.includes(head.id),
    toggle: () => {
      // On narrow screens the panel covers the list and would hide the rows.
      if (matchMedia(narrow).matches && !similar.opened.includes(head.id)) close()
      similar.toggle(head)
    },
  }
}

/** The URL of this page with the threat open. */
function linkTo(page: ListSource, open: OpenThreat): string {
  const url = new URL(location.href)
  url.searchParams.set('id', idParam(page, open))
  return url.href
}
