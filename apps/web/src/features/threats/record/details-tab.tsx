import { can } from '@signet/contract/access/permissions'
import { fieldOf } from '@signet/contract/threats/sources'
import { IconCopy } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Suspense, useState, type ReactNode } from 'react'
import { lazy } from '../../../api/lazy.ts'
import { dateTime } from '../../../format/time/date-time.ts'
import { exactNumber } from '../../../format/numbers/exact-number.ts'
import { Button, IconButton } from '../../../ui/controls/button.tsx'
import { useUser } from '../../../session/use-session.ts'
import { copyText } from '../../../ui/feedback/copy-text.ts'
import { FieldValue } from '../../../parts/threats/field-value.tsx'
import { Stack, Text } from '../../../ui/layout/parts.tsx'
import { t } from './words.ts'
import { useRecords, type AnyDetail } from '../records.ts'
import css from './threat-panel.module.css'
import { valueName } from '../../../words/named/name-of.ts'
import { takedownStatusName, analysisStatusName } from '../../../words/named/cases.ts'

const CorrectThreat = lazy(() =>
  import('./correct-threat.tsx').then(({ CorrectThreat: dialog }) => ({ default: dialog })),
)

const ThreatCampaign = lazy(() =>
  import('./threat-campaign.tsx').then(({ ThreatCampaign: fact }) => ({ default: fact })),
)

/** All data of the threat: the fields of its source, then those that every record has. Addresses are never clickable. */
export function DetailsTab({ threat }: { threat: AnyDetail }) {
  const { kind, infoOf, columnsOf } = useRecords()
  const mayCorrect = can(useUser().role, 'threats:correct')
  const [isCorrecting, setIsCorrecting] = useState(false)
  const fields = threat
  const own = infoOf(threat.source).fields.flatMap(({ field, label, show }) => {
    const value = fieldOf(fields, field)
    // The API sends the title of the record under this name, not the field of the source.
    const isOther = field === 'title' && threat.source === 'URL'
    return value && !isOther ? [{ field, label, show, value }] : []
  })
  const { takedown, category, deeperAnalysis } = threat
  return (
    <>
      {mayCorrect && (
        <Text as="p" below={3}>
          <Button onClick={() => setIsCorrecting(true)}>{t('correctSeverityAndType')}</Button>
        </Text>
      )}
      <Stack as="dl" gap={0} className={css.fields}>
        {columnsOf(threat.source).map(
          ({ key, label, text, render }) =>
            text(threat) !== '' && (
              <Fact key={key} label={label()}>
                {render(threat)}
              </Fact>
            ),
        )}
        {own.map(({ field, label, show, value }) => (
          <div key={field}>
            <dt>{valueName(label)}</dt>
            <dd>
              <span>
                <FieldValue field={field} show={show} value={value} />
              </span>
              {(show === 'address' || show === 'code') && (
                <IconButton
                  label={t('copyField', { field: valueName(label) })}
                  onClick={() => copyText(value, valueName(label))}
                >
                  <IconCopy size={15} stroke={1.7} aria-hidden="true" />
                </IconButton>
              )}
            </dd>
          </div>
        ))}
        {category && <Fact label={t('category')}>{valueName(category)}</Fact>}
        <Fact label={t('firstDetected')}>{dateTime(threat.firstSeen)}</Fact>
        <Fact label={t('lastSeen')}>{dateTime(threat.lastSeen)}</Fact>
        <Fact label={t('published')}>{threat.publishedAt ? dateTime(threat.publishedAt) : t('unknown')}</Fact>
        <Fact label={t('sightings')}>{exactNumber(threat.sightings)}</Fact>
        {takedown && (
          <Fact label={t('takedown')}>
            <Link to="/takedown/$takedownId" params={{ takedownId: takedown.id }}>
              {takedownStatusName(takedown.status)}
            </Link>
          </Fact>
        )}
        {deeperAnalysis && <Fact label={t('deeperAnalysis')}>{analysisStatusName(deeperAnalysis.status)}</Fact>}
        {kind === 'threat' && (
          <Suspense fallback={null}>
            <ThreatCampaign key={threat.id} threat={threat} />
          </Suspense>
        )}
      </Stack>
      {isCorrecting && (
        <Suspense fallback={null}>
          <CorrectThreat threat={threat} onClose={() => setIsCorrecting(false)} />
        </Suspense>
      )}
    </>
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
