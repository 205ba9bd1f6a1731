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
const briefMax = 160

/** A brief question of the request, for the head of the case. */
export function BriefQuestion({ analysis }: { analysis: DeeperAnalysisDetail }) {
  const question = questionOf(analysis)
  return isBrief(question) ? (
    <Text as="p" size="long" above={2}>
      <Text tone="quiet">{t('personAsked', { name: analysis.requestedBy })}: </Text>
      <Text as="b" weight="medium">
        {question}
      </Text>
    </Text>
  ) : null
}

const questionOf = ({ events }: DeeperAnalysisDetail): string | undefined =>
  events.find(({ action }) => action === 'deeperAnalysis.requested')?.remark

const isBrief = (question: string | undefined): question is string =>
  question !== undefined && question.length <= briefMax && !question.includes('\n')

/**
 * The threat that the client asked about: its most telling capture and its strongest reasons.
 * Above them stands a question that is too long for the head of the case.
 */
export function Asked({ analysis }: { analysis: DeeperAnalysisDetail }) {
  const { requestedBy, source } = analysis
  const subject = useQuery(subjectQuery(useCompany(), analysis)).data
  const whyId = useId()
  const question = questionOf(analysis)
  const hasBrief = isBrief(question)
  const captures = subject?.evidence.filter(({ kind }) => kind === 'capture') ?? []
  const [capture] = tellingFirst(captures, subject?.proofs ?? [])
  const reasons = subject?.indicators.toSorted((a, b) => b.contribution - a.contribution).slice(0, shownReasons) ?? []
  return (
    <CaseCard
      title={hasBrief ? t('subject') : t(question ? 'personAsked' : 'requestedByPerson', { name: requestedBy })}
    >
      <Stack gap={3}>
        {question && !hasBrief ? (
          <Text as="p" size="long" weight="medium" kept>
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
          <Stack gap={3} grow>
            {reasons.length > 0 ? (
              <Stack gap={1}>
                <Text as="h4" size="body" weight="medium" id={whyId}>
                  {t('whyFlagged')}
                </Text>
                <Stack as="ul" gap={1} tone="quiet" aria-labelledby={whyId}>
                  {reasons.map(({ name }) => (
                    <li key={name}>{indicatorName(name)}</li>
                  ))}
                </Stack>
              </Stack>
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
