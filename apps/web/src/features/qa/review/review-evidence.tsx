import type { Kind } from '@signet/contract/threats/sources'
import { isOneOf } from '@signet/contract/narrow'
import { qaStages } from '@signet/contract/review/qa'
import { Suspense, useId } from 'react'
import { lazy } from '../../../api/lazy.ts'
import { shownTitle } from '../../../format/names/shown-title.ts'
import { SeverityMark } from '../../../parts/threats/severity-mark.tsx'
import { SourceIcon } from '../../../parts/threats/source-icon.tsx'
import { TimeAgo } from '../../../ui/text/time-text.tsx'
import { didNotAnswer, reviewedHostOf } from './checks.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Card, Stack, Text } from '../../../ui/layout/parts.tsx'
import { Rich } from '../../../ui/text/rich.tsx'
import { t } from './words.ts'
import type { ShowTogether } from './sharers-block.tsx'
import { EvidenceBlock } from './evidence-block.tsx'
import { IndicatorList, strongestOf, WhyFlagged } from './why-flagged.tsx'
import { FramesToCome, NameToCome } from './review-heading.tsx'
import { useFreshEvidence } from './use-fresh-evidence.ts'
import css from './review-evidence.module.css'
import { stageWords } from '../stage-words.ts'
import type { QaRecordDetail } from '../qa-kind.ts'

const CompareFrames = lazy(() =>
  import('../../../parts/threats/pictures/compare-frames.tsx').then((part) => ({ default: part.CompareFrames })),
)
const NameExplained = lazy(() =>
  import('../../../parts/threats/names/name-explained.tsx').then(({ NameExplained: explained }) => ({
    default: explained,
  })),
)

const CompareNames = lazy(() =>
  import('../../../parts/threats/names/compare-names.tsx').then(({ CompareNames: names }) => ({ default: names })),
)

const NotCaptured = lazy(() => import('./not-captured.tsx').then((part) => ({ default: part.NotCaptured })))

const VerdictMeaning = lazy(() =>
  import('../../../parts/threats/verdict-meaning.tsx').then(({ VerdictMeaning: meaning }) => ({ default: meaning })),
)

const WhatChanged = lazy(() => import('./what-changed.tsx').then((part) => ({ default: part.WhatChanged })))
const ReviewBackground = lazy(() =>
  import('./review-background.tsx').then(({ ReviewBackground: background }) => ({ default: background })),
)

/** How many reasons may stand together above everything else. */
const shortList = 4

/** The evidence next to the decision: captures, name comparison, reasons, records and similar threats. */
export function ReviewEvidence({
  kind,
  threat,
  reasonCount = 2,
  onCompare,
  onTakeApart,
  onOpen,
  onTogether,
  duplicatesId,
}: {
  kind: Kind
  threat: QaRecordDetail
  /** How many reasons are above the capture, which stays in view below them. */
  reasonCount?: number
  /** Compares the threat with a possible duplicate; undefined where merging is no longer possible. */
  onCompare: ((otherId: string) => void) | undefined
  onTakeApart: (merged: QaRecordDetail['merged'][number]) => void
  /** Opens another record. */
  onOpen: (id: string) => void
  onTogether: ShowTogether
  /** Of the heading of the possible duplicates, where something leads to it. */
  duplicatesId?: string
}) {
  useFreshEvidence(kind, threat)
  const host = reviewedHostOf(threat)
  const captures = threat.evidence.filter((piece) => piece.kind === 'capture' && piece.type.startsWith('image/'))
  const records = threat.evidence.filter((piece) => !captures.includes(piece))
  const isMarked = Boolean(threat.markedName)
  // Without a capture below them, a few reasons don't need a second place.
  const isShort = captures.length === 0 && threat.indicators.length <= shortList
  const strongest = isShort
    ? threat.indicators.toSorted((a, b) => b.contribution - a.contribution)
    : strongestOf(threat, reasonCount)
  const others = threat.indicators
    .filter((indicator) => !strongest.includes(indicator))
    .toSorted((a, b) => b.contribution - a.contribution)
  const othersId = useId()
  // Of a name that is a subdomain, the marked name shows the same and more.
  const isSubdomain = isMarked && (threat['class'] === 'subdomain' || threat['class'] === 'subdomain-typo')
  const isCompared = Boolean(host) && threat.official.length > 0 && !isSubdomain
  const missing =
    host && captures.length === 0 ? (
      <Suspense fallback={null}>
        <NotCaptured key={threat.id} threat={threat} />
      </Suspense>
    ) : null
  const isSilent = didNotAnswer(threat)
  const pictures =
    captures.length > 0 || (missing && threat.officialBrand) ? (
      <Suspense fallback={<FramesToCome />}>
        <CompareFrames
          key={threat.id}
          threat={threat}
          captures={captures}
          shownFirst={missing ? 'both' : 'suspect'}
          missing={missing}
          {...(isSilent && { note: t('pageDidNotAnswer') })}
        />
      </Suspense>
    ) : missing ? (
      <Card kind="bare" className={css.noCapture}>
        {missing}
      </Card>
    ) : null
  const name =
    isMarked || isCompared ? (
      <Suspense fallback={<NameToCome hasBoth={isMarked && isCompared} />}>
        <EvidenceBlock title={t('name')}>
          <Stack gap={3}>
            {threat.markedName ? (
              <NameExplained
                isInCard
                isNameShown
                marked={threat.markedName}
                of={threat['class']}
                indicators={threat.indicators}
              />
            ) : null}
            {host && isCompared ? (
              <CompareNames isInCard suspect={host} official={threat.official} of={threat['class']} />
            ) : null}
          </Stack>
        </EvidenceBlock>
      </Suspense>
    ) : null
  return (
    <>
      <WhyFlagged threat={threat} reasons={strongest} othersId={othersId} />
      <Suspense fallback={null}>
        <WhatChanged threat={threat} />
      </Suspense>
      {/* Without a page, the name is what there is to judge. */}
      {isSilent ? name : null}
      {pictures}
      {isSilent ? null : name}
      {others.length > 0 || threat.verdict || strongest.length === 0 ? (
        <EvidenceBlock
          title={t(strongest.length > 0 ? 'otherIndicators' : 'indicators')}
          aside={others.length > 0 ? String(others.length) : undefined}
          headingId={othersId}
        >
          {others.length > 0 ? (
            <IndicatorList
              {...threat}
              label={t(strongest.length > 0 ? 'otherIndicators' : 'indicators')}
              indicators={others}
            />
          ) : isShort && strongest.length > 0 ? null : (
            <Text as="p" tone="quiet">
              {t(strongest.length > 0 ? 'noOtherIndicators' : 'noIndicators')}
            </Text>
          )}
          {threat.verdict ? (
            <Suspense fallback={null}>
              <VerdictMeaning verdict={threat.verdict} />
            </Suspense>
          ) : null}
        </EvidenceBlock>
      ) : null}
      {threat.related.length > 0 ? (
        <EvidenceBlock title={t('possibleDuplicates')} aside={String(threat.related.length)} headingId={duplicatesId}>
          <ul className={`${css.rows} ruled`} aria-label={t('possibleDuplicates')}>
            {threat.related.map((one, index) => (
              <li key={one.id}>
                <SourceIcon source={one.source} />
                <Stack as="span" gap={0} tone="plain" grow className={css.rowTitle}>
                  {shownTitle(one.source, one.title)}
                  <small>
                    <Rich
                      text={(values) =>
                        one.match === 'domain' ? t('sameDomainStageTime', values) : t('sameTitleStageTime', values)
                      }
                      values={{
                        stage: stageWords[isOneOf(qaStages, one.stage) ? one.stage : 'published'].label(),
                        time: <TimeAgo isWithin at={one.firstSeen} />,
                      }}
                    />
                  </small>
                </Stack>
                <SeverityMark severity={one.severity} />
                {onCompare && one.stage !== 'deletionPending' ? (
                  <Button {...(index === 0 ? { shortcut: 'M' } : {})} onClick={() => onCompare(one.id)}>
                    {t('merge')}
                    <span className="visually-hidden"> {shownTitle(one.source, one.title)}</span>
                  </Button>
                ) : null}
              </li>
            ))}
          </ul>
        </EvidenceBlock>
      ) : null}
      <Suspense fallback={null}>
        <ReviewBackground
          kind={kind}
          threat={threat}
          records={records}
          onTakeApart={onTakeApart}
          onOpen={onOpen}
          onTogether={onTogether}
        />
      </Suspense>
    </>
  )
}
