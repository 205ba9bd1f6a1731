import { IconCameraOff } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { can } from '@signet/contract/access/permissions'
import type { Evidence } from '@signet/contract/threats/threats'
import { lazy } from '../../../../api/lazy.ts'
import { exactNumber } from '../../../../format/numbers/exact-number.ts'
import { fileSize } from '../../../../format/numbers/file-size.ts'
import { useUser } from '../../../../session/use-session.ts'
import { Skeleton } from '../../../../ui/feedback/data-state.tsx'
import { didNotAnswer, IndicatorRow, pointsOf, silentText } from '../../../../parts/threats/indicator-row.tsx'
import { boundOf, scoreOf } from '../../../../parts/threats/score-text.ts'
import { Rich } from '../../../../ui/text/rich.tsx'
import { TimeAgo } from '../../../../ui/text/time-text.tsx'
import { defang } from '@signet/contract/threats/defang'
import { shownTitle } from '../../../../format/names/shown-title.ts'
import { indicatorName } from '../../../../format/names/indicator-name.ts'
import { Box, Inline, Stack, Text } from '../../../../ui/layout/parts.tsx'
import { t } from '../words.ts'
import { useRecords, type AnyDetail } from '../../records.ts'
import { hasDomain } from '../../threat-source.ts'
import css from '../threat-panel.module.css'

const EvidenceViewer = lazy(() =>
  import('./evidence-viewer.tsx').then(({ EvidenceViewer: viewer }) => ({ default: viewer })),
)
const CompareFrames = lazy(() =>
  import('../../../../parts/threats/pictures/compare-frames.tsx').then((part) => ({ default: part.CompareFrames })),
)
const AddEvidence = lazy(() => import('./add-evidence.tsx').then(({ AddEvidence: drop }) => ({ default: drop })))
const ThreatCaptures = lazy(() =>
  import('./threat-captures.tsx').then(({ ThreatCaptures: captures }) => ({ default: captures })),
)
const NameComparison = lazy(() =>
  import('../name-comparison.tsx').then(({ NameComparison: comparison }) => ({ default: comparison })),
)
const VerdictMeaning = lazy(() =>
  import('../../../../parts/threats/verdict-meaning.tsx').then(({ VerdictMeaning: meaning }) => ({ default: meaning })),
)
const shownSightings = 5
/** How many reasons for a threat are never folded, so that these and the capture are in view without scrolling. */
const shownFirst = 2

/** Captures and uploaded images. */
const isPicture = ({ kind, type }: Evidence) => kind === 'capture' || (kind === 'upload' && type.startsWith('image/'))

/** Whether the title is a host and the imitated brand is known. */
const isNamed = ({ source, official, markedName }: AnyDetail) =>
  (source === 'Domain' || source === 'URL') && (official.length > 0 || markedName !== null)

/** The basis of a decision: the reasons, captures, comparison with the official name, what the score means, and sightings. */
export function EvidenceTab({ threat }: { threat: AnyDetail }) {
  const captures = threat.evidence.filter(isPicture)
  const { kind } = useRecords()
  const mayAdd = can(useUser().role, 'threats:correct')
  return (
    <>
      <Reasons key={threat.id} threat={threat} />
      <Captures threat={threat} captures={captures} />
      {hasDomain(kind, threat.source) && (
        <Suspense fallback={null}>
          <ThreatCaptures threat={threat} />
        </Suspense>
      )}
      {isNamed(threat) && (
        <Suspense fallback={<Skeleton lines={4} />}>
          <NameComparison threat={threat} />
        </Suspense>
      )}
      {threat.verdict && (
        <Stack as="section" gap={2} className={css.section}>
          <Suspense fallback={<Skeleton lines={4} />}>
            <VerdictMeaning verdict={threat.verdict} />
          </Suspense>
        </Stack>
      )}
      <Sightings threat={threat} />
      <Records records={threat.evidence.filter((piece) => !isPicture(piece))} />
      {mayAdd && (
        <Stack as="section" gap={2} className={css.section}>
          <Suspense fallback={null}>
            <AddEvidence threat={threat} />
          </Suspense>
        </Stack>
      )}
    </>
  )
}

function Captures({ threat, captures }: { threat: AnyDetail; captures: readonly Evidence[] }) {
  const title = shownTitle(threat.source, threat.title)
  const [shown, setShown] = useState<number | null>(null)
  // A picture from before is small, below what was found since.
  const isSilent = didNotAnswer(threat)
  if (isSilent && captures.length === 0 && threat.proofs.length === 0) {
    return (
      <Stack as="section" gap={2} className={css.section}>
        <Inline as="p" gap={2} pad="2 3" tone="quiet" className="framed">
          <IconCameraOff size={18} stroke={1.7} aria-hidden="true" />
          {t('notCapturedSilent')}
        </Inline>
      </Stack>
    )
  }
  const caption = ({ capturedAt }: Evidence) => (
    <Inline as="figcaption" wrap gap="half 3" align="stretch" justify="between" pad="2 3" tone="quiet">
      {isSilent ? (
        <Text tone="plain">{silentText()}</Text>
      ) : (
        // On phones it is in view above.
        <span className="wide-only mono">{title}</span>
      )}
      <span>
        <Rich text={(values) => t('capturedAgo', values)} values={{ ago: <TimeAgo isWithin at={capturedAt} /> }} />
      </span>
    </Inline>
  )
  return (
    <>
      {threat.proofs.length > 0 ? (
        <Stack as="section" gap={2} className={css.section}>
          <Suspense fallback={<Skeleton lines={6} />}>
            <CompareFrames
              threat={threat}
              captures={captures}
              shownFirst="both"
              onEnlarge={(capture) => setShown(captures.indexOf(capture))}
            />
          </Suspense>
        </Stack>
      ) : (
        captures.map((capture, index) => (
          <Stack key={capture.id} as="section" gap={2} className={css.section}>
            <figure className={css.capture} data-silent={isSilent || undefined}>
              {isSilent ? caption(capture) : null}
              <button type="button" aria-label={t('enlargeCapture')} onClick={() => setShown(index)}>
                <img src={capture.href} alt={t('captureOfTitle', { title })} loading="lazy" />
              </button>
              {isSilent ? null : caption(capture)}
            </figure>
          </Stack>
        ))
      )}
      {shown !== null && (
        <Suspense fallback={null}>
          <EvidenceViewer
            captures={captures}
            proofs={threat.proofs}
            index={shown}
            title={title}
            onMove={setShown}
            onClose={() => setShown(null)}
          />
        </Suspense>
      )}
    </>
  )
}

/** The risk, its two strongest reasons and the strongest against it, and how many others change it by how much. Those are folded. */
function Reasons({ threat }: { threat: AnyDetail }) {
  const [isOpen, setIsOpen] = useState(false)
  if (threat.indicators.length === 0) return null
  const reasons = threat.indicators.toSorted((a, b) => b.contribution - a.contribution)
  const against = reasons.at(-1)
  const first = reasons.filter((reason, at) => at < shownFirst || (reason === against && reason.contribution < 0))
  const others = reasons.filter((reason) => !first.includes(reason))
  const listOf = (shown: typeof reasons) => (
    <Stack as="ul" gap={1}>
      {shown.map(rowOf(threat))}
    </Stack>
  )
  return (
    <Stack as="section" gap={2} className={css.section}>
      <Inline as="h3" wrap gap="half 2" align="baseline">
        {t('whyFlagged')}{' '}
        <Text tone="quiet" weight="plain" num>
          {t('riskScore', { score: scoreOf(threat), sum: sumOf(reasons), isCapped: String(sumOf(reasons) > 100) })}
          {` · ${boundOf(threat)}`}
        </Text>
      </Inline>
      {listOf(first)}
      {others.length > 0 && (
        <p>
          <button type="button" className="link" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {t('moreReasonsCount', { count: others.length, points: pointsOf(others) })}
          </button>
        </p>
      )}
      {isOpen && listOf(others)}
    </Stack>
  )
}

const sumOf = (reasons: AnyDetail['indicators']) =>
  Math.round(reasons.reduce((points, { contribution }) => points + contribution, 0))

const rowOf =
  ({ severity, title }: AnyDetail) =>
  ({ name, value, contribution, description }: AnyDetail['indicators'][number]) => (
    <IndicatorRow
      key={`${name} ${value}`}
      name={indicatorName(name)}
      // The title of the record is in view already.
      value={value === title ? undefined : value}
      contribution={contribution}
      description={description}
      severity={severity}
    />
  )

function Sightings({ threat }: { threat: AnyDetail }) {
  const { sightingList: list, sightings } = threat
  if (list.length === 0) return null
  return (
    <Stack as="section" gap={2} className={css.section}>
      <Inline as="h3" align="baseline">
        {t('whereItWasSeen')}{' '}
        <Text tone="quiet" weight="plain" num>
          {t('timesCount', { count: Math.max(sightings, list.length) })}
        </Text>
      </Inline>
      <Stack as="ul" gap={2}>
        {list.slice(0, shownSightings).map(({ feed, line, text, seenAt }) => (
          <Inline
            as="li"
            wrap
            gap="half 3"
            align="stretch"
            justify="between"
            pad="2 3"
            tone="quiet"
            key={`${feed} ${line} ${seenAt}`}
            className="framed"
          >
            <span>
              <Text as="b" tone="plain">
                {feed}
              </Text>
              {line !== null && t('atLine', { n: exactNumber(line) })}
            </span>
            <TimeAgo at={seenAt} />
            <span className="mono">{defang(text)}</span>
          </Inline>
        ))}
      </Stack>
    </Stack>
  )
}

function Records({ records }: { records: readonly Evidence[] }) {
  if (records.length === 0) return null
  return (
    <Stack as="section" gap={2} className={css.section}>
      <Inline as="h3" align="baseline">
        {t('evidenceFiles')}
      </Inline>
      <Stack as="ul" gap={2}>
        {records.map(({ id, name, size, sha256, capturedAt, href }) => (
          <Inline
            as="li"
            wrap
            gap="half 3"
            align="stretch"
            justify="between"
            pad="2 3"
            tone="quiet"
            key={id}
            className="framed"
          >
            <a href={href} download={name}>
              {name}
            </a>
            <span>
              <Rich
                text={(values) => t('sizeAndAge', values)}
                values={{ size: fileSize(size), ago: <TimeAgo isWithin at={capturedAt} /> }}
              />
            </span>
            <Box as="span" tone="faint" size="mono" className="mono">
              {t('sha256')} {sha256}
            </Box>
          </Inline>
        ))}
      </Stack>
    </Stack>
  )
}
