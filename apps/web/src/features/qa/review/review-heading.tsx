import type { Kind } from '@signet/contract/threats/sources'
import { sourceInfoOf } from '@signet/contract/touts/tout-sources'
import { Suspense, type ReactNode } from 'react'
import { lazy } from '../../../api/lazy.ts'
import { addressOf, titleForms } from '../../../format/names/shown-title.ts'
import { PromisedTimeText } from '../../../parts/promised-times/promised-time-mark.tsx'
import { scoreText } from '../../../parts/threats/score-text.ts'
import { SourceIcon } from '../../../parts/threats/source-icon.tsx'
import { Skeleton } from '../../../ui/feedback/data-state.tsx'
import { Chip } from '../../../ui/feedback/status-chip.tsx'
import { Card, Inline, Text } from '../../../ui/layout/parts.tsx'
import { Rich } from '../../../ui/text/rich.tsx'
import { TimeAgo } from '../../../ui/text/time-text.tsx'
import { valueName } from '../../../words/named/name-of.ts'
import type { QaRecord } from '../qa-kind.ts'
import { AddressAtDots } from '../address-at-dots.tsx'
import { stageNames } from '../stage-words.ts'
import css from './review-evidence.module.css'
import { t } from './words.ts'

const CopyAddress = lazy(() => import('./copy-address.tsx').then((part) => ({ default: part.CopyAddress })))
const WeighedFacts = lazy(() => import('./weighed-facts.tsx').then((part) => ({ default: part.WeighedFacts })))

/** The known facts of the threat until its evidence is loaded. */
export function ReviewHeading({
  kind,
  threat,
  failure,
  titleOf,
}: {
  kind: Kind
  threat: QaRecord
  failure: string | undefined
  titleOf?: (shown: string) => ReactNode
}) {
  const { shown, registered } = titleForms(threat)
  const address = addressOf(threat)
  return (
    <header>
      <Inline wrap below="half">
        <Inline gap={1} align="start" size="object" className={css.title}>
          <Text as="h2" size="object">
            {titleOf ? titleOf(shown) : shown.includes('[.]') ? <AddressAtDots address={shown} /> : shown}
          </Text>
          {address === null ? null : (
            <Suspense>
              <CopyAddress address={address} />
            </Suspense>
          )}
        </Inline>
        {threat.publicReports ? <Chip tone="new">{t('reportedByCount', { count: threat.publicReports })}</Chip> : null}
        {threat.autoFiltered ? <Chip tone="closed">{t('filteredAutomatically')}</Chip> : null}
        {threat.stage === 'queued' ? null : <Chip tone="new">{stageNames[threat.stage]()}</Chip>}
      </Inline>
      {registered ? (
        <Text as="p" tone="quiet" below="half" className="mono">
          {registered}
        </Text>
      ) : null}
      <Text as="p" tone="quiet" className={css.facts}>
        <Inline as="span" gap={0} wrap>
          <Inline as="span" is-inline className={css.fact}>
            <SourceIcon source={threat.source} />
            {valueName(sourceInfoOf(kind, threat.source).label)}
          </Inline>
          <span className={css.fact}>{valueName(threat.threatType)}</span>
          {/* Otherwise it is next to the reasons for it. */}
          {threat.reasons.length === 0 ? (
            <span className={`${css.fact} num`}>{t('scoreValue', { score: scoreText(threat) })}</span>
          ) : null}
          <Suspense>
            <WeighedFacts kind={kind} threat={threat} />
          </Suspense>
          {/* Where they don't fit next to the others, both times are on the next line. */}
          <Inline as="span" gap={0} wrap>
            <span className={css.fact}>
              <Rich
                text={(values) => t('firstSeenTime', values)}
                values={{ time: <TimeAgo isWithin at={threat.firstSeen} /> }}
              />
            </span>
            {threat.promisedAt ? (
              <span className={css.fact}>
                <PromisedTimeText
                  isSentence
                  severity={threat.severity}
                  queuedAt={threat.stagedAt}
                  promisedAt={threat.promisedAt}
                />
              </span>
            ) : null}
            {threat.isDemo ? (
              <span className={css.fact}>
                <Chip tone="closed">{t('demoData')}</Chip>
              </span>
            ) : null}
          </Inline>
        </Inline>
      </Text>
      {failure ? (
        <Card as="p" kind="note" tone="danger" above={3} role="alert">
          {failure}
        </Card>
      ) : null}
    </header>
  )
}

/** A placeholder for the captures, so that nothing below moves when they load. */
export function FramesToCome() {
  return <div className={css.frames} aria-hidden="true" aria-busy="true" />
}

/** A placeholder for what explains the name, compares it with the official one, or both. */
export function NameToCome({ hasBoth }: { hasBoth: boolean }) {
  return (
    <Card className={css.name} data-both={hasBoth || undefined} aria-hidden="true" aria-busy="true">
      {null}
    </Card>
  )
}

/** A placeholder with the shape of the evidence. */
export function EvidenceSkeleton({ hasCapture }: { hasCapture: boolean }) {
  return (
    <>
      {hasCapture ? <FramesToCome /> : null}
      <Card aria-hidden="true">
        <Skeleton lines={6} />
      </Card>
    </>
  )
}
