import { analysisStatusLabels, type DeeperAnalysisDetail } from '@signet/contract/requests/deeper-analyses'
import { Link } from '@tanstack/react-router'
import { dateTime } from '../../format/date-time.ts'
import { sourceSlug } from '../../url/source-slug.ts'
import { CaseCard, Fact, Facts, Moment } from '../../parts/cases/case-layout.tsx'
import { TimeAgo } from '../../ui/text/time-text.tsx'
import { Stack, Text } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'
import css from './analysis-page.module.css'
import { valueName } from '../../words/named/name-of.ts'

/** The findings as readable text. Until they exist, the current work is shown. */
export function Findings({ analysis }: { analysis: DeeperAnalysisDetail }) {
  const written = analysis.events.findLast(
    ({ action, text, remark }) =>
      action === 'deeperAnalysis.moved' && text === analysisStatusLabels.completed && remark !== undefined,
  )
  return (
    <CaseCard title={t('findings')}>
      {written ? (
        <Stack gap={3} size="long" className={css.findings}>
          <p>{written.remark}</p>
          <Text as="p" size="meta" tone="quiet">
            {t('findingsAuthor', { name: written.by ?? 'Signet', date: dateTime(written.at) })}
          </Text>
        </Stack>
      ) : (
        <Text as="p" tone="quiet">
          {analysis.status === 'completed'
            ? t('findingsInFiles')
            : analysis.status === 'aborted'
              ? t('endedWithoutFindings')
              : analysis.status === 'requested'
                ? t('notStarted')
                : t('underAnalysis')}
        </Text>
      )}
    </CaseCard>
  )
}

export function CaseFacts({ analysis }: { analysis: DeeperAnalysisDetail }) {
  const { kind, source, threatId } = analysis
  return (
    <CaseCard title={t('case')}>
      <Facts>
        <Fact label={t('type')}>{valueName(analysis.threatType)}</Fact>
        <Fact label={t('requested')}>
          <Moment at={analysis.requestedAt} />
        </Fact>
        <Fact label={t('requestedBy')}>{analysis.requestedBy}</Fact>
        <Fact label={t('lastUpdated')}>
          <TimeAgo at={analysis.updatedAt} />
        </Fact>
        <Fact label={kind === 'tout' ? t('tout') : t('threat')}>
          {kind === 'tout' ? (
            <a href={`/touts/${sourceSlug(source)}?id=${threatId}`}>{t('openTout')}</a>
          ) : (
            <Link to="/threats/$source" params={{ source: sourceSlug(source) }} search={{ id: threatId }}>
              {t('openThreat')}
            </Link>
          )}
        </Fact>
      </Facts>
    </CaseCard>
  )
}
