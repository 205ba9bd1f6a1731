import { analysisStatusLabels, type DeeperAnalysisDetail } from '@signet/contract/deeper-analyses'
import { Link } from '@tanstack/react-router'
import { dateTime } from '../../format/date-time.ts'
import { sourceSlug } from '../../url/source-slug.ts'
import { CaseCard, Fact, Facts, Moment } from '../../parts/cases/case-layout.tsx'
import { TimeAgo } from '../../ui/text/time-text.tsx'
import { Stack, Text } from '../../ui/layout/parts.tsx'
import { t } from '../../words/words.ts'
import css from './analysis-page.module.css'
import { valueName } from '../../words/named/name-of.ts'

/** What was found, as something to read; before that, what is being done. */
export function Findings({ analysis }: { analysis: DeeperAnalysisDetail }) {
  const written = analysis.events.findLast(
    ({ action, text, remark }) =>
      action === 'deeperAnalysis.moved' && text === analysisStatusLabels.completed && remark !== undefined,
  )
  return (
    <CaseCard title={t('Findings')}>
      {written ? (
        <Stack gap={3} size="long" className={css.findings}>
          <p>{written.remark}</p>
          <Text as="p" size="meta" tone="quiet">
            {t('Written by {name}, {date}', { name: written.by ?? 'Signet', date: dateTime(written.at) })}
          </Text>
        </Stack>
      ) : (
        <Text as="p" tone="quiet">
          {analysis.status === 'completed'
            ? t('The findings are in the files of this case.')
            : analysis.status === 'aborted'
              ? t('It ended without findings.')
              : analysis.status === 'requested'
                ? t('Nobody has begun yet. The findings appear here.')
                : t('The team is looking into it. The findings appear here.')}
        </Text>
      )}
    </CaseCard>
  )
}

export function CaseFacts({ analysis }: { analysis: DeeperAnalysisDetail }) {
  const { kind, source, threatId } = analysis
  return (
    <CaseCard title={t('Case')}>
      <Facts>
        <Fact label={t('Type')}>{valueName(analysis.threatType)}</Fact>
        <Fact label={t('Requested')}>
          <Moment at={analysis.requestedAt} />
        </Fact>
        <Fact label={t('Requested by')}>{analysis.requestedBy}</Fact>
        <Fact label={t('Last move')}>
          <TimeAgo at={analysis.updatedAt} />
        </Fact>
        <Fact label={kind === 'tout' ? t('Tout') : t('Threat')}>
          {kind === 'tout' ? (
            <a href={`/touts/${sourceSlug(source)}?id=${threatId}`}>{t('Open the tout')}</a>
          ) : (
            <Link to="/threats/$source" params={{ source: sourceSlug(source) }} search={{ id: threatId }}>
              {t('Open the threat')}
            </Link>
          )}
        </Fact>
      </Facts>
    </CaseCard>
  )
}
