import type { Kind } from '@signet/contract/threats/sources'
import { sourceInfoOf } from '@signet/contract/touts/tout-sources'
import { isOneOf } from '@signet/contract/narrow'
import { qaStages } from '@signet/contract/review/qa'
import { Suspense } from 'react'
import { lazy } from '../../../api/lazy.ts'
import { shownTitle, titleForms } from '../../../format/names/shown-title.ts'
import { indicatorName } from '../../../format/names/indicator-name.ts'
import { Skeleton } from '../../../ui/feedback/data-state.tsx'
import { Chip } from '../../../ui/feedback/status-chip.tsx'
import { IndicatorRow } from '../../../parts/threats/indicator-row.tsx'
import { SeverityMark } from '../../../parts/threats/severity-mark.tsx'
import { SourceIcon } from '../../../parts/threats/source-icon.tsx'
import { TimeAgo } from '../../../ui/text/time-text.tsx'
import { reviewedHostOf } from './checks.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Card, Inline, Stack, Text } from '../../../ui/layout/parts.tsx'
import { Rich } from '../../../ui/text/rich.tsx'
import { t } from './words.ts'
import type { ShowTogether } from './sharers-block.tsx'
import { EvidenceBlock } from './evidence-block.tsx'
import css from './review-evidence.module.css'
import { stageWords } from '../stage-words.ts'
import { valueName } from '../../../words/named/name-of.ts'
import type { QaRecord, QaRecordDetail } from '../qa-kind.ts'

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

const VerdictMeaning = lazy(() =>
  import('../../../parts/threats/verdict-meaning.tsx').then(({ VerdictMeaning: meaning }) => ({ default: meaning })),
)

const WhatChanged = lazy(() => import('./what-changed.tsx').then((part) => ({ default: part.WhatChanged })))
const ReviewBackground = lazy(() =>
  import('./review-background.tsx').then(({ ReviewBackground: background }) => ({ default: background })),
)

/** The known facts of the threat until its evidence is loaded. */
export function ReviewHeading({
  kind,
  threat,
  failure,
}: {
  kind: Kind
  threat: QaRecord
  failure: string | undefined
}) {
  const { shown, registered } = titleForms(threat)
  return (
    <header className={css.heading}>
      <Inline wrap below="half" className={css.titled}>
        <h2>{shown}</h2>
        {threat.isDemo ? <Chip tone="closed">{t('demoData')}</Chip> : null}
        {threat.publicReports ? <Chip tone="new">{t('reportedByCount', { count: threat.publicReports })}</Chip> : null}
        {threat.autoFiltered ? <Chip tone="closed">{t('filteredAutomatically')}</Chip> : null}
        {threat.stage === 'queued' ? null : <Chip tone="new">{stageWords[threat.stage].label()}</Chip>}
      </Inline>
      {registered ? (
        <Text as="p" tone="quiet" below="half" className="mono">
          {registered}
        </Text>
      ) : null}
      <Inline as="p" gap={3} wrap tone="quiet">
        <Inline as="span" is-inline>
          <SourceIcon source={threat.source} />
          {valueName(sourceInfoOf(kind, threat.source).label)}
        </Inline>
        <span>{valueName(threat.threatType)}</span>
        <span className="num">{t('scoreValue', { score: threat.score })}</span>
        <span>
          <Rich
            text={(values) => t('firstSeenTime', values)}
            values={{ time: <TimeAgo isWithin at={threat.firstSeen} /> }}
          />
        </span>
      </Inline>
      {failure ? (
        <Card as="p" kind="note" tone="danger" above={3} role="alert">
          {failure}
        </Card>
      ) : null}
    </header>
  )
}

/** A placeholder for the captures, so that nothing below moves when they load. */
function FramesToCome() {
  return <div className={css.frames} aria-hidden="true" aria-busy="true" />
}

/** A placeholder with the shape of the evidence. */
export function EvidenceSkeleton({ hasCapture }: { hasCapture: boolean }) {
  return (
    <>
      {hasCapture ? <FramesToCome /> : null}
      <section className={css.block} aria-hidden="true">
        <Skeleton lines={6} />
      </section>
    </>
  )
}

/** The evidence next to the decision: captures, name comparison, reasons, records and similar threats. */
export function ReviewEvidence({
  kind,
  threat,
  onCompare,
  onTakeApart,
  onOpen,
  onTogether,
}: {
  kind: Kind
  threat: QaRecordDetail
  /** Compares the threat with a possible duplicate; undefined where merging is no longer possible. */
  onCompare: ((otherId: string) => void) | undefined
  onTakeApart: (merged: QaRecordDetail['merged'][number]) => void
  /** Opens another record. */
  onOpen: (id: string) => void
  onTogether: ShowTogether
}) {
  const host = reviewedHostOf(threat)
  const captures = threat.evidence.filter((piece) => piece.kind === 'capture' && piece.type.startsWith('image/'))
  const records = threat.evidence.filter((piece) => !captures.includes(piece))
  return (
    <>
      <Suspense fallback={null}>
        <WhatChanged threat={threat} />
      </Suspense>
      {captures.length > 0 ? (
        <Suspense fallback={<FramesToCome />}>
          <CompareFrames key={threat.id} threat={threat} captures={captures} />
        </Suspense>
      ) : null}
      <Suspense fallback={null}>
        {threat.markedName ? <NameExplained marked={threat.markedName} of={threat['class']} isNameShown /> : null}
        {host && threat.official.length > 0 ? <CompareNames suspect={host} official={threat.official} /> : null}
      </Suspense>
      <EvidenceBlock
        title={t('indicators')}
        aside={threat.indicators.length > 0 ? String(threat.indicators.length) : undefined}
      >
        {threat.indicators.length > 0 ? (
          <ul className={css.indicators} aria-label={t('indicators')}>
            {threat.indicators.map((indicator) => (
              <IndicatorRow
                key={`${indicator.name} ${indicator.value ?? ''}`}
                {...indicator}
                name={indicatorName(indicator.name)}
              />
            ))}
          </ul>
        ) : (
          <Text as="p" tone="quiet">
            {t('noIndicators')}
          </Text>
        )}
        {threat.verdict ? (
          <Suspense fallback={null}>
            <VerdictMeaning verdict={threat.verdict} />
          </Suspense>
        ) : null}
      </EvidenceBlock>
      <EvidenceBlock
        title={t('possibleDuplicates')}
        aside={threat.related.length > 0 ? String(threat.related.length) : undefined}
      >
        {threat.related.length > 0 ? (
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
        ) : (
          <Text as="p" tone="quiet">
            {t('noDuplicates')}
          </Text>
        )}
      </EvidenceBlock>
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
