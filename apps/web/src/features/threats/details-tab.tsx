import { fieldOf, sources, type SourceField, type SourceFields } from '@signet/contract/sources'
import type { ThreatDetail } from '@signet/contract/threats'
import { takedownStatusLabels, type TakedownStatus } from '@signet/contract/takedowns'
import { IconCopy } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { analysisStatusLabels, type AnalysisStatus } from '@signet/contract/deeper-analyses'
import { dateTime } from '../../format/date-time.ts'
import { exactNumber } from '../../format/exact-number.ts'
import { IconButton } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { FieldValue } from '../../ui/field-value.tsx'
import css from './threat-panel.module.css'

/** Everything known of the threat: the fields of its source, then what every threat has. Addresses are never live. */
export function DetailsTab({ threat }: { threat: ThreatDetail }) {
  const fields = threat as unknown as SourceFields
  const own = (sources[threat.source].fields as readonly SourceField[]).flatMap(({ field, label, show }) => {
    const value = fieldOf(fields, field)
    return value ? [{ field, label, show, value }] : []
  })
  const { takedown, category } = threat
  return (
    <dl className={css.fields}>
      {own.map(({ field, label, show, value }) => (
        <div key={field}>
          <dt>{label}</dt>
          <dd>
            <span>
              <FieldValue field={field} show={show} value={value} />
            </span>
            {(show === 'address' || show === 'code') && (
              <IconButton label={`Copy ${label} in full`} onClick={() => copyText(value, label)}>
                <IconCopy size={15} stroke={1.7} aria-hidden="true" />
              </IconButton>
            )}
          </dd>
        </div>
      ))}
      {category && <Fact label="Category">{category}</Fact>}
      <Fact label="First detected">{dateTime(threat.firstSeen)}</Fact>
      <Fact label="Last seen">{dateTime(threat.lastSeen)}</Fact>
      <Fact label="Published">{threat.publishedAt ? dateTime(threat.publishedAt) : 'Not known'}</Fact>
      <Fact label="Sightings">{exactNumber(threat.sightings)}</Fact>
      {takedown && (
        <Fact label="Takedown">
          <Link to="/takedown/$takedownId" params={{ takedownId: takedown.id }}>
            {takedownStatusLabels[takedown.status as TakedownStatus] ?? takedown.status}
          </Link>
        </Fact>
      )}
      {threat.deeperAnalysis && (
        <Fact label="Deeper analysis">
          {analysisStatusLabels[threat.deeperAnalysis.status as AnalysisStatus] ?? threat.deeperAnalysis.status}
        </Fact>
      )}
    </dl>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="num">
        <span>{children}</span>
      </dd>
    </div>
  )
}
