import type { DeeperAnalysisDetail } from '@signet/contract/requests/deeper-analyses'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { indicatorName } from '../../../format/names/indicator-name.ts'
import { shownTitle } from '../../../format/names/shown-title.ts'
import { CaseCard } from '../../../parts/cases/case-layout.tsx'
import { useCompany } from '../../../session/company.ts'
import { Inline, Stack, Text } from '../../../ui/layout/parts.tsx'
import { sourceSlug } from '../../../url/source-slug.ts'
import { tellingFirst } from '../../../parts/threats/pictures/telling-first.ts'
import { subjectQuery } from '../analyses.api.ts'
import { t } from '../words.ts'
import css from './analysis-asked.module.css'

const shownReasons = 3

/** What the client asked with the request, and the threat that it is about: its most telling capture and its strongest reasons. */
export function Asked({ analysis }: { analysis: DeeperAnalysisDetail }) {
  const { requestedBy, source } = analysis
  const subject = useQuery(subjectQuery(useCompany(), analysis)).data
  const whyId = useId()
  const question = analysis.events.find(({ action }) => action === 'deeperAnalysis.requested')?.remark
  const captures = subject?.evidence.filter(({ kind }) => kind === 'capture') ?? []
  const [capture] = tellingFirst(captures, subject?.proofs ?? [])
  const reasons = subject?.indicators.toSorted((a, b) => b.contribution - a.contribution).slice(0, shownReasons) ?? []
  return (
    <CaseCard
      title={question ? t('personAsked', { name: requestedBy }) : t('requestedByPerson', { name: requestedBy })}
    >
      <Stack gap={3}>
        {question ? (
          <Text as="p" size="title" kept>
            {question}
          </Text>
        ) : null}
        <Inline gap={4} align="start">
          {capture ? (
            <img
              className={css.capture}
              src={capture.href}
              alt={t('captureOfTitle', { title: shownTitle(source, analysis.title) })}
              loading="lazy"
            />
          ) : null}
          <Stack gap={1} grow>
            {reasons.length > 0 ? (
              <>
                <Text as="h4" size="body" weight="medium" id={whyId}>
                  {t('whyFlagged')}
                </Text>
                <Stack as="ul" gap={1} tone="quiet" aria-labelledby={whyId}>
                  {reasons.map(({ name }) => (
                    <li key={name}>{indicatorName(name)}</li>
                  ))}
                </Stack>
              </>
            ) : null}
            <ThreatLink analysis={analysis} />
          </Stack>
        </Inline>
      </Stack>
    </CaseCard>
  )
}

function ThreatLink({ analysis: { kind, source, threatId } }: { analysis: DeeperAnalysisDetail }) {
  if (kind === 'tout') return <a href={`/touts/${sourceSlug(source)}?id=${threatId}`}>{t('openTout')}</a>
  return (
    <Link to="/threats/$source" params={{ source: sourceSlug(source) }} search={{ id: threatId }}>
      {t('openThreat')}
    </Link>
  )
}
