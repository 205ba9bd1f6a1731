import { removeAnalysisFinding } from '@signet/contract/requests/analysis-work'
import { confidenceLabels, type AnalysisFinding, type Confidence } from '@signet/contract/requests/analysis-parts'
import { analysisStatusLabels, type DeeperAnalysisDetail } from '@signet/contract/requests/deeper-analyses'
import { lazy, Suspense, useState } from 'react'
import { call } from '../../../api/call.ts'
import { dateTime } from '../../../format/time/date-time.ts'
import { CaseCard } from '../../../parts/cases/case-layout.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { useAction } from '../../../ui/controls/use-action.ts'
import { Chip, type ChipTone } from '../../../ui/feedback/status-chip.tsx'
import { Inline, Stack, Text } from '../../../ui/layout/parts.tsx'
import { nameOf } from '../../../words/named/name-of.ts'
import { t } from '../words.ts'
import { useAnalysis } from './use-analysis.ts'

const FindingDialog = lazy(() =>
  import('./finding-dialog.tsx').then(({ FindingDialog: dialog }) => ({ default: dialog })),
)

const tones: Record<Confidence, ChipTone> = { confirmed: 'good', likely: 'analysis', possible: 'closed' }

/** The findings, with the drafts for analysts. Until there are any, the current work is shown. */
export function Findings({ analysis }: { analysis: DeeperAnalysisDetail }) {
  const { mayWork } = useAnalysis(analysis)
  const [edited, setEdited] = useState<AnalysisFinding | 'new' | null>(null)
  const { findings } = analysis
  return (
    <CaseCard
      title={t('findings')}
      aside={mayWork ? <Button onClick={() => setEdited('new')}>{t('addFinding')}</Button> : null}
    >
      <Stack gap={4} size="long" most={720}>
        <Conclusion analysis={analysis} />
        {findings.length > 0 ? (
          <Stack as="ul" gap={4}>
            {findings.map((finding) => (
              <li key={finding.id}>
                <Finding analysis={analysis} finding={finding} onEdit={() => setEdited(finding)} />
              </li>
            ))}
          </Stack>
        ) : null}
      </Stack>
      {edited ? (
        <Suspense>
          <FindingDialog
            analysis={analysis}
            finding={edited === 'new' ? null : edited}
            onClose={() => setEdited(null)}
          />
        </Suspense>
      ) : null}
    </CaseCard>
  )
}

/** The note with which the case was completed; before that, why there is none. */
function Conclusion({ analysis: { events, status, findings } }: { analysis: DeeperAnalysisDetail }) {
  const written = events.findLast(
    ({ action, text, remark }) =>
      action === 'deeperAnalysis.moved' && text === analysisStatusLabels.completed && remark !== undefined,
  )
  if (written) {
    return (
      <Stack gap={3}>
        <Text as="p" kept>
          {written.remark}
        </Text>
        <Text as="p" size="meta" tone="quiet">
          {t('findingsAuthor', { name: written.by ?? 'Signet', date: dateTime(written.at) })}
        </Text>
      </Stack>
    )
  }
  if (findings.length > 0) return null
  return (
    <Text as="p" size="body" tone="quiet">
      {status === 'completed'
        ? t('findingsInFiles')
        : status === 'aborted'
          ? t('endedWithoutFindings')
          : status === 'requested'
            ? t('notStarted')
            : t('underAnalysis')}
    </Text>
  )
}

function Finding({
  analysis,
  finding,
  onEdit,
}: {
  analysis: DeeperAnalysisDetail
  finding: AnalysisFinding
  onEdit: () => void
}) {
  const { of, query, keep, mayWork } = useAnalysis(analysis)
  const remove = useAction(async () => {
    const { id: findingId, version } = finding
    keep(await call(removeAnalysisFinding, { params: { ...of, findingId }, query: { ...query, version } }))
  })
  const { title, text, confidence, fileIds, by, at, releasedAt } = finding
  const files = analysis.files.filter(({ id }) => fileIds.includes(id))
  return (
    <Stack gap={2} align="start">
      <Inline wrap>
        <Text as="h4" size="heading">
          {title}
        </Text>
        <Chip tone={tones[confidence]}>{nameOf('confidence', confidence, confidenceLabels[confidence])}</Chip>
        {releasedAt ? null : <Chip tone="closed">{t('draft')}</Chip>}
      </Inline>
      <Text as="p" kept>
        {text}
      </Text>
      {files.length > 0 ? (
        <Text as="p" size="meta">
          {t('evidence')}{' '}
          {files.map(({ id, name, href }, index) => (
            <span key={id}>
              {index > 0 ? ', ' : ''}
              <a href={href}>{name}</a>
            </span>
          ))}
        </Text>
      ) : null}
      <Text as="p" size="meta" tone="quiet">
        {t('findingsAuthor', { name: by, date: dateTime(releasedAt ?? at) })}
      </Text>
      {mayWork && !releasedAt ? (
        <Inline>
          <Button aria-label={t('changeFinding', { title })} onClick={onEdit}>
            {t('change')}
          </Button>
          <Button
            kind="quiet"
            aria-label={t('removeFinding', { title })}
            isBusy={remove.isBusy}
            onClick={() => remove.run()}
          >
            {t('remove')}
          </Button>
        </Inline>
      ) : null}
    </Stack>
  )
}
