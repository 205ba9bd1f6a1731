import type { Kind } from '@signet/contract/threats/sources'
import { Suspense, useId } from 'react'
import { lazy } from '../../../api/lazy.ts'
import { didNotAnswer } from '../../../parts/threats/indicator-row.tsx'
import { Text } from '../../../ui/layout/parts.tsx'
import { t } from './words.ts'
import type { ShowTogether } from './sharers-block.tsx'
import { CapturesBlock } from './captures-block.tsx'
import { DuplicatesBlock } from './duplicates-block.tsx'
import { EvidenceBlock } from './evidence-block.tsx'
import { NameBlock } from './name-block.tsx'
import { IndicatorList, strongestOf, WhyFlagged } from './why-flagged.tsx'
import { useFreshEvidence } from './use-fresh-evidence.ts'
import type { QaRecordDetail } from '../qa-kind.ts'

const VerdictMeaning = lazy(() =>
  import('../../../parts/threats/verdict-meaning.tsx').then(({ VerdictMeaning: meaning }) => ({ default: meaning })),
)

const ReportedBy = lazy(() => import('./reported-by.tsx').then((part) => ({ default: part.ReportedBy })))
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
  reasonsId,
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
  /** Undefined where those that share traits can't be selected. */
  onTogether: ShowTogether | undefined
  /** Of the heading of the possible duplicates, where something leads to it. */
  duplicatesId?: string
  /** Of the heading of the reasons among which those against the record are, where something leads to it. */
  reasonsId?: string
}) {
  useFreshEvidence(kind, threat)
  const captures = threat.evidence.filter((piece) => piece.kind === 'capture' && piece.type.startsWith('image/'))
  const records = threat.evidence.filter((piece) => !captures.includes(piece))
  // Without a capture below them, a few reasons don't need a second place.
  const isShort = captures.length === 0 && threat.indicators.length <= shortList
  const strongest = isShort
    ? threat.indicators.toSorted((a, b) => b.contribution - a.contribution)
    : strongestOf(threat, reasonCount)
  const others = threat.indicators
    .filter((indicator) => !strongest.includes(indicator))
    .toSorted((a, b) => b.contribution - a.contribution)
  // Otherwise all reasons are above.
  const hasBlock = others.length > 0 || strongest.length === 0
  const ownId = useId()
  const othersId = reasonsId ?? ownId
  const isSilent = didNotAnswer(threat)
  return (
    <>
      {threat.reporters ? (
        <Suspense fallback={null}>
          <ReportedBy reporters={threat.reporters} />
        </Suspense>
      ) : null}
      <WhyFlagged threat={threat} reasons={strongest} othersId={othersId} isAll={!hasBlock} />
      <Suspense fallback={null}>
        <WhatChanged threat={threat} />
      </Suspense>
      {/* Without a page, the name is what there is to judge. */}
      {isSilent ? <NameBlock threat={threat} /> : null}
      <CapturesBlock threat={threat} captures={captures} />
      {isSilent ? null : <NameBlock threat={threat} />}
      {hasBlock || threat.verdict ? (
        <EvidenceBlock
          title={t(strongest.length > 0 ? 'otherIndicators' : 'indicators')}
          aside={others.length > 0 ? String(others.length) : undefined}
          headingId={hasBlock ? othersId : undefined}
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
        <DuplicatesBlock related={threat.related} onCompare={onCompare} headingId={duplicatesId} />
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
