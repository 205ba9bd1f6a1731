import { fieldOf, type Kind } from '@signet/contract/sources'
import { sourceInfoOf } from '@signet/contract/tout-sources'
import type { QADetail, QAThreat } from '@signet/contract/qa'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { defang } from '../../format/defang.ts'
import { exactNumber } from '../../format/exact-number.ts'
import { fileSize } from '../../format/file-size.ts'
import { shownTitle, titleForms } from '../../format/shown-title.ts'
import { indicatorName } from '../../format/indicator-name.ts'
import { Chip } from '../../ui/status-chip.tsx'
import { FieldValue } from '../../ui/field-value.tsx'
import { IndicatorRow } from '../../ui/indicator-row.tsx'
import { SeverityMark } from '../../ui/severity-mark.tsx'
import { SourceIcon } from '../../ui/source-icon.tsx'
import { TimeAgo } from '../../ui/time-text.tsx'
import { hostOf } from './checks.ts'
import { Button } from '../../ui/button.tsx'
import { Rich } from '../../ui/rich.tsx'
import { plural, t } from '../../words/words.ts'
import css from './review-evidence.module.css'
import { stageWords } from './stage-words.ts'

const CompareFrames = lazy(() => import('./compare-frames.tsx').then((part) => ({ default: part.CompareFrames })))
const NameExplained = lazy(() =>
  import('../../ui/name-explained.tsx').then(({ NameExplained: explained }) => ({ default: explained })),
)

const CompareNames = lazy(() =>
  import('../../ui/compare-names.tsx').then(({ CompareNames: names }) => ({ default: names })),
)

const TechnicalBlock = lazy(() =>
  import('./technical-block.tsx').then(({ TechnicalBlock: block }) => ({ default: block })),
)

/** What is known of the threat before its evidence has come. */
export function ReviewHeading({
  kind,
  threat,
  failure,
}: {
  kind: Kind
  threat: QAThreat
  failure: string | undefined
}) {
  const { shown, registered } = titleForms(threat)
  return (
    <header className={css.heading}>
      <h2>{shown}</h2>
      {registered ? <p className={`${css.registered} mono`}>{registered}</p> : null}
      <p className={css.meta}>
        <span className={css.source}>
          <SourceIcon source={threat.source} />
          {t(sourceInfoOf(kind, threat.source).label)}
        </span>
        <span>{t(threat.threatType)}</span>
        <span className="num">{t('Score {score}', { score: threat.score })}</span>
        <span>
          <Rich text={t('First seen {time}')} values={{ time: <TimeAgo isWithin at={threat.firstSeen} /> }} />
        </span>
        {threat.isDemo ? <Chip tone="closed">{t('Demo data')}</Chip> : null}
        {threat.autoFiltered ? <Chip tone="closed">{t('Filtered automatically')}</Chip> : null}
        {threat.stage === 'queued' ? null : <Chip tone="new">{t(stageWords[threat.stage].label)}</Chip>}
      </p>
      {failure ? (
        <p className={css.failure} role="alert">
          {failure}
        </p>
      ) : null}
    </header>
  )
}

/** The evidence beside the decision: names compared, captures, reasons, records, what it resembles. */
export function ReviewEvidence({
  kind,
  threat,
  onCompare,
  onTakeApart,
}: {
  kind: Kind
  threat: QADetail
  /** Sets a possible duplicate beside it; absent where it can be merged no more. */
  onCompare: ((otherId: string) => void) | undefined
  onTakeApart: (merged: QADetail['merged'][number]) => void
}) {
  const host = hostOf(threat)
  const captures = threat.evidence.filter((piece) => piece.kind === 'capture' && piece.type.startsWith('image/'))
  const records = threat.evidence.filter((piece) => !captures.includes(piece))
  return (
    <>
      <Suspense fallback={null}>
        {threat.markedName ? <NameExplained marked={threat.markedName} of={threat['class']} isNameShown /> : null}
        {host && threat.official.length > 0 ? <CompareNames suspect={host} official={threat.official} /> : null}
      </Suspense>
      {captures.length > 0 ? (
        // As high as a capture is, so that nothing below moves when it is there.
        <Suspense fallback={<div className={css.frames} />}>
          <CompareFrames key={threat.id} threat={threat} captures={captures} />
        </Suspense>
      ) : null}
      <Block
        title={t('Indicators')}
        aside={threat.indicators.length > 0 ? String(threat.indicators.length) : undefined}
      >
        {threat.indicators.length > 0 ? (
          <ul className={css.indicators} aria-label={t('Indicators')}>
            {threat.indicators.map((indicator) => (
              <IndicatorRow
                key={`${indicator.name} ${indicator.value ?? ''}`}
                {...indicator}
                name={indicatorName(indicator.name)}
              />
            ))}
          </ul>
        ) : (
          <p className={css.none}>{t('No indicator is recorded.')}</p>
        )}
      </Block>
      <Block
        title={t('Possible duplicates')}
        aside={threat.related.length > 0 ? String(threat.related.length) : undefined}
      >
        {threat.related.length > 0 ? (
          <ul className={css.rows} aria-label={t('Possible duplicates')}>
            {threat.related.map((one, index) => (
              <li key={one.id}>
                <SourceIcon source={one.source} />
                <span className={css.rowTitle}>
                  {shownTitle(one.source, one.title)}
                  <small>
                    <Rich
                      text={
                        one.match === 'domain' ? t('Same domain, {stage}, {time}') : t('Same title, {stage}, {time}')
                      }
                      values={{
                        stage: t(stageWords[(one.stage ?? 'published') as QADetail['stage']].label),
                        time: <TimeAgo isWithin at={one.firstSeen} />,
                      }}
                    />
                  </small>
                </span>
                <SeverityMark severity={one.severity} />
                {onCompare && one.stage !== 'deletionPending' ? (
                  <Button {...(index === 0 ? { shortcut: 'M' } : {})} onClick={() => onCompare(one.id)}>
                    {t('Merge')}
                    <span className="visually-hidden"> {shownTitle(one.source, one.title)}</span>
                  </Button>
                ) : null}
              </li>
            ))}
          </ul>
        ) : (
          <p className={css.none}>{t('Nothing else of this company resembles it.')}</p>
        )}
      </Block>
      {threat.merged.length > 0 ? (
        <Block title={t('Merged into this one')} aside={String(threat.merged.length)}>
          <ul className={css.rows} aria-label={t('Merged into this one')}>
            {threat.merged.map((one) => (
              <li key={one.id}>
                <SourceIcon source={one.source} />
                <span className={css.rowTitle}>
                  {shownTitle(one.source, one.title)}
                  <small>
                    <Rich
                      text={t('By {name}, {time}')}
                      values={{ name: one.by, time: <TimeAgo isWithin at={one.at} /> }}
                    />
                  </small>
                </span>
                <Button
                  aria-label={t('Take out: {title}', { title: shownTitle(one.source, one.title) })}
                  onClick={() => onTakeApart(one)}
                >
                  {t('Take out')}
                </Button>
              </li>
            ))}
          </ul>
        </Block>
      ) : null}
      <Details kind={kind} threat={threat} />
      {kind === 'threat' && (threat.source === 'Domain' || threat.source === 'URL') ? (
        <Technical key={threat.id} threatId={threat.id} />
      ) : null}
      <Block title={t('Evidence records')} aside={records.length > 0 ? String(records.length) : undefined}>
        {records.length > 0 ? (
          <ul className={css.rows} aria-label={t('Evidence records')}>
            {records.map((record) => (
              <li key={record.id}>
                <span className={css.rowTitle}>
                  <a href={record.href} download>
                    {record.name}
                  </a>
                  <small className="mono" title={t('SHA-256 {hash}', { hash: record.sha256 })}>
                    {t('SHA-256 {hash}', { hash: `${record.sha256.slice(0, 16)}…` })}
                  </small>
                </span>
                <span className="num">{fileSize(record.size)}</span>
                <TimeAgo at={record.capturedAt} />
              </li>
            ))}
          </ul>
        ) : (
          <p className={css.none}>{t('Nothing is stored yet.')}</p>
        )}
      </Block>
      <Sightings threat={threat} />
    </>
  )
}

function Block({ title, aside, children }: { title: string; aside?: string | undefined; children: ReactNode }) {
  return (
    <section className={css.block}>
      <header>
        <h3>{title}</h3>
        {aside ? <span className="num">{aside}</span> : null}
      </header>
      {children}
    </section>
  )
}

function Details({ kind, threat }: { kind: Kind; threat: QADetail }) {
  const rows = sourceInfoOf(kind, threat.source).fields.flatMap((field) => {
    const value = fieldOf(threat as Parameters<typeof fieldOf>[0], field.field)
    return value === null ? [] : [{ ...field, value }]
  })
  if (rows.length === 0) return null
  return (
    <Block title={t('Details')}>
      <dl className={css.facts}>
        {rows.map(({ field, label, value, show }) => {
          return (
            <div key={field}>
              <dt>{t(label)}</dt>
              <dd>
                <FieldValue field={field} show={show} value={value} />
              </dd>
            </div>
          )
        })}
      </dl>
    </Block>
  )
}

/** What was seen of the domain from outside; asked for when it is opened. */
function Technical({ threatId }: { threatId: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details className={css.block} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className={css.open}>{t('Technical')}</summary>
      {isOpen ? (
        <Suspense fallback={null}>
          <TechnicalBlock threatId={threatId} />
        </Suspense>
      ) : null}
    </details>
  )
}

function Sightings({ threat }: { threat: QADetail }) {
  if (threat.sightingList.length === 0) return null
  return (
    <Block title={t('Seen in')} aside={plural(threat.sightings, '{n} time', '{n} times')}>
      <ul className={css.rows} aria-label={t('Seen in')}>
        {threat.sightingList.map((seen) => (
          <li key={`${seen.feed} ${seen.line} ${seen.seenAt}`}>
            <span className={css.rowTitle}>
              {seen.feed}
              {seen.line === null ? '' : `, ${t('line {n}', { n: exactNumber(seen.line) })}`}
              <small className="mono">{defang(seen.text)}</small>
            </span>
            <TimeAgo at={seen.seenAt} />
          </li>
        ))}
      </ul>
    </Block>
  )
}
