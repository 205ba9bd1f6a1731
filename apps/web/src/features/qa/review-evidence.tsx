import { fieldOf, sources } from '@signet/contract/sources'
import type { QADetail, QAThreat } from '@signet/contract/qa'
import type { ReactNode } from 'react'
import { defang } from '../../format/defang.ts'
import { exactNumber } from '../../format/exact-number.ts'
import { fileSize } from '../../format/file-size.ts'
import { shownTitle, titleForms } from '../../format/shown-title.ts'
import { Chip } from '../../ui/status-chip.tsx'
import { FieldValue } from '../../ui/field-value.tsx'
import { IndicatorRow } from '../../ui/indicator-row.tsx'
import { SeverityMark } from '../../ui/severity-mark.tsx'
import { SourceIcon } from '../../ui/source-icon.tsx'
import { TimeAgo } from '../../ui/time-text.tsx'
import { hostOf } from './checks.ts'
import { CompareNames } from '../../ui/compare-names.tsx'
import css from './review-evidence.module.css'
import { stageWords } from './stage-words.ts'

/** What is known of the threat before its evidence has come. */
export function ReviewHeading({ threat, failure }: { threat: QAThreat; failure: string | undefined }) {
  const { shown, registered } = titleForms(threat)
  return (
    <header className={css.heading}>
      <h2>{shown}</h2>
      {registered ? <p className={`${css.registered} mono`}>{registered}</p> : null}
      <p className={css.meta}>
        <span className={css.source}>
          <SourceIcon source={threat.source} />
          {sources[threat.source].label}
        </span>
        <span>{threat.threatType}</span>
        <span className="num">Score {threat.score}</span>
        <span>
          First seen <TimeAgo at={threat.firstSeen} />
        </span>
        {threat.isDemo ? <Chip tone="closed">Demo data</Chip> : null}
        {threat.autoFiltered ? <Chip tone="closed">Filtered automatically</Chip> : null}
        {threat.stage === 'queued' ? null : <Chip tone="new">{stageWords[threat.stage].label}</Chip>}
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
export function ReviewEvidence({ threat }: { threat: QADetail }) {
  const host = hostOf(threat)
  const captures = threat.evidence.filter(({ kind, type }) => kind === 'capture' && type.startsWith('image/'))
  const records = threat.evidence.filter((piece) => !captures.includes(piece))
  return (
    <>
      {host && threat.official.length > 0 ? <CompareNames suspect={host} official={threat.official} /> : null}
      {captures.map((capture) => (
        <figure key={capture.id} className={css.capture}>
          <img src={capture.href} alt={`Capture of ${shownTitle(threat.source, threat.title)}`} />
          <figcaption>
            Captured <TimeAgo at={capture.capturedAt} />, {fileSize(capture.size)}
          </figcaption>
        </figure>
      ))}
      <Block title="Indicators" aside={threat.indicators.length > 0 ? String(threat.indicators.length) : undefined}>
        {threat.indicators.length > 0 ? (
          <ul className={css.indicators} aria-label="Indicators">
            {threat.indicators.map((indicator) => (
              <IndicatorRow key={`${indicator.name} ${indicator.value ?? ''}`} {...indicator} />
            ))}
          </ul>
        ) : (
          <p className={css.none}>No indicator is recorded for this threat.</p>
        )}
      </Block>
      <Block title="Possible duplicates" aside={threat.related.length > 0 ? String(threat.related.length) : undefined}>
        {threat.related.length > 0 ? (
          <ul className={css.rows} aria-label="Possible duplicates">
            {threat.related.map((one) => (
              <li key={one.id}>
                <SourceIcon source={one.source} />
                <span className={css.rowTitle}>{shownTitle(one.source, one.title)}</span>
                <SeverityMark severity={one.severity} />
              </li>
            ))}
          </ul>
        ) : (
          <p className={css.none}>Nothing else of this company resembles it.</p>
        )}
      </Block>
      <Details threat={threat} />
      <Block title="Evidence records" aside={records.length > 0 ? String(records.length) : undefined}>
        {records.length > 0 ? (
          <ul className={css.rows} aria-label="Evidence records">
            {records.map((record) => (
              <li key={record.id}>
                <span className={css.rowTitle}>
                  <a href={record.href} download>
                    {record.name}
                  </a>
                  <small className="mono" title={`SHA-256 ${record.sha256}`}>
                    SHA-256 {record.sha256.slice(0, 16)}…
                  </small>
                </span>
                <span className="num">{fileSize(record.size)}</span>
                <TimeAgo at={record.capturedAt} />
              </li>
            ))}
          </ul>
        ) : (
          <p className={css.none}>Nothing is stored for this threat yet.</p>
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

function Details({ threat }: { threat: QADetail }) {
  const rows = sources[threat.source].fields.flatMap((field) => {
    const value = fieldOf(threat as Parameters<typeof fieldOf>[0], field.field)
    return value === null ? [] : [{ ...field, value }]
  })
  if (rows.length === 0) return null
  return (
    <Block title="Details">
      <dl className={css.facts}>
        {rows.map(({ field, label, value, ...rest }) => {
          const show = 'show' in rest ? rest.show : undefined
          return (
            <div key={field}>
              <dt>{label}</dt>
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

function Sightings({ threat }: { threat: QADetail }) {
  if (threat.sightingList.length === 0) return null
  return (
    <Block title="Seen in" aside={`${exactNumber(threat.sightings)} time${threat.sightings === 1 ? '' : 's'}`}>
      <ul className={css.rows} aria-label="Seen in">
        {threat.sightingList.map((seen) => (
          <li key={`${seen.feed} ${seen.line} ${seen.seenAt}`}>
            <span className={css.rowTitle}>
              {seen.feed}
              {seen.line === null ? '' : `, line ${exactNumber(seen.line)}`}
              <small className="mono">{defang(seen.text)}</small>
            </span>
            <TimeAgo at={seen.seenAt} />
          </li>
        ))}
      </ul>
    </Block>
  )
}
