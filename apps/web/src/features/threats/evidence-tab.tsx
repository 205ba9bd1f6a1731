import { fieldOf, type SourceFields } from '@signet/contract/sources'
import type { Evidence, ThreatDetail } from '@signet/contract/threats'
import { exactNumber } from '../../format/exact-number.ts'
import { fileSize } from '../../format/file-size.ts'
import { CompareNames } from '../../ui/compare-names.tsx'
import { IndicatorRow } from '../../ui/indicator-row.tsx'
import { TimeAgo } from '../../ui/time-text.tsx'
import { defang } from '../../format/defang.ts'
import { shownTitle } from '../../format/shown-title.ts'
import css from './threat-panel.module.css'

const shownSightings = 5

/** What the decision rests on: captures, or the name beside the official one and where it was seen; then the reasons. */
export function EvidenceTab({ threat }: { threat: ThreatDetail }) {
  const captures = threat.evidence.filter(({ kind }) => kind === 'capture')
  return (
    <>
      {captures.map((capture) => (
        <Capture key={capture.id} capture={capture} title={shownTitle(threat.source, threat.title)} />
      ))}
      <NameBeside threat={threat} />
      <Reasons threat={threat} />
      <Sightings threat={threat} />
      <Records records={threat.evidence.filter(({ kind }) => kind === 'record')} />
    </>
  )
}

function Capture({ capture, title }: { capture: Evidence; title: string }) {
  return (
    <section className={css.section}>
      <figure className={css.capture}>
        <figcaption>
          <span className="mono">{title}</span>
          <span>
            Captured <TimeAgo at={capture.capturedAt} />
          </span>
        </figcaption>
        <img src={capture.href} alt={`Capture of ${title}`} loading="lazy" />
      </figure>
    </section>
  )
}

/** Sources whose title is a host. */
function NameBeside({ threat }: { threat: ThreatDetail }) {
  if (threat.official.length === 0 || (threat.source !== 'Domain' && threat.source !== 'URL')) return null
  const fields = threat as unknown as SourceFields
  const shown =
    fieldOf(fields, 'unicode_name') ?? fieldOf(fields, 'domain_name') ?? fieldOf(fields, 'host') ?? threat.title
  return (
    <section className={css.section}>
      <CompareNames suspect={shown.toLowerCase()} official={threat.official} />
    </section>
  )
}

function Reasons({ threat }: { threat: ThreatDetail }) {
  if (threat.indicators.length === 0) return null
  return (
    <section className={css.section}>
      <h3 className={css.heading}>
        Why this was flagged <span className="num">Risk score {Math.round(threat.score)} of 100</span>
      </h3>
      <ul className={css.cards}>
        {threat.indicators.map(({ name, value, contribution, description }) => (
          <IndicatorRow
            key={`${name} ${value}`}
            name={name}
            value={value}
            contribution={contribution}
            description={description}
          />
        ))}
      </ul>
    </section>
  )
}

function Sightings({ threat }: { threat: ThreatDetail }) {
  const { sightingList: list, sightings } = threat
  if (list.length === 0) return null
  return (
    <section className={css.section}>
      <h3 className={css.heading}>
        Where it was seen <span className="num">{exactNumber(Math.max(sightings, list.length))} times</span>
      </h3>
      <ul className={css.cards}>
        {list.slice(0, shownSightings).map(({ feed, line, text, seenAt }) => (
          <li key={`${feed} ${line} ${seenAt}`} className={css.record}>
            <span>
              <b>{feed}</b>
              {line === null ? '' : `, line ${exactNumber(line)}`}
            </span>
            <TimeAgo at={seenAt} />
            <span className="mono">{defang(text)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Records({ records }: { records: readonly Evidence[] }) {
  if (records.length === 0) return null
  return (
    <section className={css.section}>
      <h3 className={css.heading}>Kept as proof</h3>
      <ul className={css.cards}>
        {records.map(({ id, name, size, sha256, capturedAt, href }) => (
          <li key={id} className={css.record}>
            <a href={href} download={name}>
              {name}
            </a>
            <span>
              {fileSize(size)}, kept <TimeAgo at={capturedAt} />
            </span>
            <span className={`mono ${css.note}`}>SHA-256 {sha256}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
