import { can } from '@signet/contract/access/permissions'
import { Link } from '@tanstack/react-router'
import { Suspense, useState, type ReactNode } from 'react'
import { lazy } from '../../../api/lazy.ts'
import { dateTime } from '../../../format/time/date-time.ts'
import { exactNumber } from '../../../format/numbers/exact-number.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { useUser } from '../../../session/use-session.ts'
import { FieldValue } from '../../../parts/threats/field-value.tsx'
import { CopyField } from '../../../parts/threats/copy-field.tsx'
import { techniqueOf } from '../../../parts/threats/names/technique.ts'
import { ownFieldsOf } from '../../../parts/threats/own-fields.ts'
import { Stack, Text } from '../../../ui/layout/parts.tsx'
import { t } from './words.ts'
import { useRecords, type AnyDetail } from '../records.ts'
import css from './threat-panel.module.css'
import { valueName } from '../../../words/named/name-of.ts'
import { sourceName } from '../../../words/named/threats.ts'
import { threatStatusName } from '../../../words/named/threats.ts'
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
  const own = ownFieldsOf(infoOf(threat.source), threat)
  const { takedown, category, deeperAnalysis, requests } = threat
  return (
    <>
      {mayCorrect && (
        <Text as="p" below={3}>
          <Button onClick={() => setIsCorrecting(true)}>{t('correctSeverityAndType')}</Button>
        </Text>
      )}
      <h3 className={css.group}>{sourceName(threat.source)}</h3>
      <Stack as="dl" gap={0} className={css.fields} aria-label={sourceName(threat.source)}>
        {columnsOf(threat.source).map(
          ({ key, label, text, render }) =>
            text(threat) !== '' && (
              <Fact key={key} label={label()}>
                {render(threat)}
              </Fact>
            ),
        )}
        {own.map((each) => (
          <div key={each.field}>
            <dt>{valueName(each.label)}</dt>
            <dd>
              <span>
                <FieldValue
                  {...each}
                  value={each.field === 'class' ? techniqueOf(each.value, threat.indicators) : each.value}
                />
              </span>
              <CopyField {...each} />
            </dd>
          </div>
        ))}
      </Stack>
      <h3 className={css.group}>{t('record')}</h3>
      <Stack as="dl" gap={0} className={css.fields} aria-label={t('record')}>
        {category && <Fact label={t('category')}>{valueName(category)}</Fact>}
        <Fact label={t('firstDetected')}>{dateTime(threat.firstSeen)}</Fact>
        <Fact label={t('lastSeen')}>{dateTime(threat.lastSeen)}</Fact>
        <Fact label={t('published')}>{threat.publishedAt ? dateTime(threat.publishedAt) : t('unknown')}</Fact>
        <Fact label={t('sightings')}>{exactNumber(threat.sightings)}</Fact>
        {takedown && (
          <Fact label={threatStatusName('takedown', threat.source)}>
            <Link to="/takedown/$takedownId" params={{ takedownId: takedown.id }}>
              {takedownStatusName(takedown.status)}
            </Link>
          </Fact>
        )}
        {deeperAnalysis && <Fact label={t('deeperAnalysis')}>{analysisStatusName(deeperAnalysis.status)}</Fact>}
        {requests.map(({ id, subject }) => (
          <Fact key={id} label={t('reportedIn')}>
            <Link to="/addRequest/$requestId" params={{ requestId: id }}>
              {subject}
            </Link>
          </Fact>
        ))}
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
