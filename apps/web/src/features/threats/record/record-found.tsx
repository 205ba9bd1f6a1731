import { can } from '@signet/contract/access/permissions'
import { IconBookmark, IconBookmarkFilled, IconLink } from '@tabler/icons-react'
import { Suspense, type ReactNode, useState } from 'react'
import { lazy } from '../../../api/lazy.ts'
import type { PagedRows } from '../../../api/paged-rows.ts'
import { useUser } from '../../../session/use-session.ts'
import { Button, IconButton } from '../../../ui/controls/button.tsx'
import { copyText } from '../../../ui/feedback/copy-text.ts'
import { Skeleton } from '../../../ui/feedback/data-state.tsx'
import { createGridStore } from '../../../ui/grid/columns/grid-store.ts'
import { DecisionButtons } from '../decide/decision-buttons.tsx'
import { useShortcuts, type Shortcuts } from '../../../ui/keys/shortcuts.ts'
import { Card, Inline, Split, Stack, Text } from '../../../ui/layout/parts.tsx'
import { phone, useMedia } from '../../../ui/layout/use-media.ts'
import { t } from './words.ts'
import type { Desk } from '../decide/decision-desk.tsx'
import css from './record-page.module.css'
import { useRecords, type AnyDetail, type AnyThreat } from '../records.ts'
import { RemarkField } from '../decide/remark-field.tsx'
import { ThreatHead } from './threat-head.tsx'
import { hasDomain } from '../threat-source.ts'
import { useDesk } from '../decide/use-desk.ts'

const DecisionDesk = lazy(() =>
  import('../decide/decision-desk.tsx').then(({ DecisionDesk: desk }) => ({ default: desk })),
)

const DetailsTab = lazy(() => import('./details-tab.tsx').then(({ DetailsTab: tab }) => ({ default: tab })))

const EvidenceTab = lazy(() => import('./evidence/evidence-tab.tsx').then(({ EvidenceTab: tab }) => ({ default: tab })))

const HistoryTab = lazy(() => import('./history/history-tab.tsx').then(({ HistoryTab: tab }) => ({ default: tab })))

const SimilarTab = lazy(() => import('./similar-tab.tsx').then(({ SimilarTab: tab }) => ({ default: tab })))

const TechnicalTab = lazy(() => import('./technical-tab.tsx').then(({ TechnicalTab: tab }) => ({ default: tab })))

const ThreatAssignee = lazy(() =>
  import('./threat-assignee.tsx').then(({ ThreatAssignee: field }) => ({ default: field })),
)

const LookUps = lazy(() =>
  import('../../../parts/look-ups/look-ups.tsx').then(({ LookUps: part }) => ({ default: part })),
)

const BookmarkNote = lazy(() =>
  import('./history/bookmark-note.tsx').then(({ BookmarkNote: field }) => ({ default: field })),
)

const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

/** A list with this one record, in the form that decisions need. */
function rowsOf(threat: AnyThreat): PagedRows<AnyThreat> {
  return {
    total: 1,
    totalIsCapped: false,
    matching: 1,
    at: (index) => (index === 0 ? threat : undefined),
    loaded: [threat],
    show: () => undefined,
    error: null,
    isOld: false,
    readAt: 0,
    refetch: () => undefined,
  }
}

export function Found({ threat }: { threat: AnyDetail }) {
  const { kind } = useRecords()
  const { role } = useUser()
  const mayDecide = can(role, 'threats:decide')
  const mayBookmark = can(role, 'threats:bookmark')
  const [store] = useState(() => {
    const made = createGridStore()
    made.moveTo(0)
    return made
  })
  const { deskRef, askDesk } = useDesk()
  const decide = (decision: Parameters<Desk['decide']>[0]) => () => askDesk((desk) => desk.decideOne(threat, decision))
  const keys: Shortcuts = {
    ...(mayDecide
      ? {
          t: decide('takedown'),
          d: decide('deeperAnalysis'),
          f: decide('falsePositive'),
          w: decide('whitelist'),
          z: () => askDesk((desk) => desk.undo()),
        }
      : {}),
    ...(mayBookmark ? { b: () => askDesk((desk) => desk.bookmark(threat)) } : {}),
  }
  useShortcuts(keys)
  // In a single column the decision would be below all the evidence.
  const isPhone = useMedia(phone)
  const decisionPart = mayDecide && (
    <Part title={t('decision')}>
      <DecisionButtons
        status={threat.status}
        sources={[threat.source]}
        onDecide={(chosen) => askDesk((desk) => desk.decideOne(threat, chosen))}
      />
      {threat.status === 'open' && <RemarkField key={threat.id} threat={threat} />}
    </Part>
  )

  return (
    <>
      <Inline gap={5} align="start" justify="between" wrap className={css.top}>
        <ThreatHead threat={threat} marked={threat.markedName} />
        {isPhone && decisionPart}
        <Inline align="stretch" wrap>
          <Suspense fallback={null}>
            <ThreatAssignee threat={threat} />
          </Suspense>
          {mayBookmark && (
            <Tool
              label={threat.bookmarked ? t('removeBookmark') : t('bookmark')}
              icon={threat.bookmarked ? <IconBookmarkFilled {...icon} /> : <IconBookmark {...icon} />}
              isPressed={threat.bookmarked}
              isPhone={isPhone}
              onClick={() => askDesk((desk) => desk.bookmark(threat))}
            />
          )}
          <Tool
            label={t('copyLink')}
            icon={<IconLink {...icon} />}
            isPhone={isPhone}
            onClick={() => copyText(location.href, t('link'))}
          />
        </Inline>
      </Inline>
      <Split align="start">
        <Stack>
          <Part title={t('evidence')}>
            <EvidenceTab threat={threat} />
          </Part>
          {kind === 'threat' && can(role, 'threats:lookUp') && (
            <Suspense fallback={null}>
              <LookUps key={threat.id} threatId={threat.id} frame={Part} />
            </Suspense>
          )}
          {hasDomain(kind, threat.source) && (
            <Part title={t('technical')}>
              <TechnicalTab threat={threat} />
            </Part>
          )}
        </Stack>
        <Stack>
          {!isPhone && decisionPart}
          {mayBookmark && threat.bookmarked && (
            <Part title={t('bookmarkNote')}>
              <Suspense fallback={null}>
                <BookmarkNote key={threat.id} threat={threat} />
              </Suspense>
            </Part>
          )}
          <Part title={t('details')}>
            <Suspense fallback={null}>
              <DetailsTab threat={threat} />
            </Suspense>
          </Part>
          {threat.related.length > 0 && (
            <Part title={t('related')}>
              <SimilarTab
                threat={threat}
                page="All"
                onDecideGroup={
                  mayDecide ? (group, decision) => askDesk((desk) => desk.decideGroup(group, decision)) : undefined
                }
              />
            </Part>
          )}
          <Part title={t('history')}>
            <HistoryTab key={threat.id} threat={threat} />
          </Part>
        </Stack>
      </Split>
      {(mayDecide || mayBookmark) && (
        <Suspense fallback={null}>
          <DecisionDesk
            ref={deskRef}
            store={store}
            rows={rowsOf(threat)}
            moveBy={() => undefined}
            filter={() => ({})}
            mayDecide={mayDecide}
          />
        </Suspense>
      )}
    </>
  )
}

/** A button at the top: an icon on phones, so that all of them fit in one row. */
function Tool({
  label,
  icon: sign,
  isPressed,
  isPhone,
  onClick,
}: {
  label: string
  icon: ReactNode
  isPressed?: boolean
  isPhone: boolean
  onClick: () => void
}) {
  return isPhone ? (
    <IconButton label={label} aria-pressed={isPressed} className={`${css.tool} framed`} onClick={onClick}>
      {sign}
    </IconButton>
  ) : (
    <Button icon={sign} aria-pressed={isPressed} onClick={onClick}>
      {label}
    </Button>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card pad="4 gutter">
      <Text as="h2" below={3}>
        {title}
      </Text>
      <Suspense fallback={<Skeleton lines={5} />}>{children}</Suspense>
    </Card>
  )
}
