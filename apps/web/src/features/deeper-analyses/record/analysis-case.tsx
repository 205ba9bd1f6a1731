import {
  analysisFlow,
  analysisStatusLabels,
  moveDeeperAnalysis,
  type AnalysisStatus,
  type DeeperAnalysisDetail,
} from '@signet/contract/requests/deeper-analyses'
import { IconArrowRight, IconMessage } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { lazy } from '../../../api/lazy.ts'
import { call } from '../../../api/call.ts'
import { dayName } from '../../../format/time/date-time.ts'
import { shownTitle } from '../../../format/names/shown-title.ts'
import { useClientInfo } from '../../../session/client-info.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { CaseCard, CaseColumns, CaseHead, PlainCard } from '../../../parts/cases/case-layout.tsx'
import { dueSteps } from '../../../parts/cases/due-steps.ts'
import { ProgressSteps } from '../../../parts/cases/progress-steps.tsx'
import { SeverityMark } from '../../../parts/threats/severity-mark.tsx'
import { SourceIcon } from '../../../parts/threats/source-icon.tsx'
import { Chip, type ChipTone } from '../../../ui/feedback/status-chip.tsx'
import { Timeline, type TimelineEntry } from '../../../ui/layout/timeline.tsx'
import { snackbar } from '../../../ui/feedback/messages/toasts.ts'
import { focusWriteBox } from '../../../parts/cases/focus-write-box.ts'
import { Inline, Text } from '../../../ui/layout/parts.tsx'
import { t } from '../words.ts'
import { sentenceOf } from '../../../words/messages.ts'
import { analysisStatusName } from '../../../words/named/cases.ts'
import { inSentence } from '../../../format/names/in-sentence.ts'
import { valueName } from '../../../words/named/name-of.ts'
import { sourceName } from '../../../words/named/threats.ts'
import { Asked, BriefQuestion } from './analysis-asked.tsx'
import { CaseFacts } from './analysis-facts.tsx'
import { Files } from './analysis-files.tsx'
import { Findings } from './analysis-findings.tsx'
import { Questions } from './analysis-questions.tsx'
import { Reports } from './analysis-reports.tsx'
import { AnalysisWrite } from './analysis-write.tsx'
import { useAnalysis } from './use-analysis.ts'

const Tasks = lazy(() => import('./analysis-tasks.tsx').then(({ Tasks: card }) => ({ default: card })))

const Relations = lazy(() => import('./analysis-relations.tsx').then(({ Relations: card }) => ({ default: card })))

const MoveDialog = lazy(() =>
  import('../../../parts/cases/move-dialog.tsx').then(({ MoveDialog: dialog }) => ({ default: dialog })),
)

const tones: Record<AnalysisStatus, ChipTone> = {
  requested: 'analysis',
  inProgress: 'analysis',
  completed: 'good',
  aborted: 'stopped',
}

export function AnalysisCase({ analysis }: { analysis: DeeperAnalysisDetail }) {
  const { company, of, query, isAnalyst: mayMove, mayWrite, mayAsk, keep } = useAnalysis(analysis)
  const companyName = useClientInfo()?.name ?? company
  const [isMoving, setIsMoving] = useState(false)
  const next: readonly AnalysisStatus[] = analysisFlow[analysis.status]
  const title = shownTitle(analysis.source, analysis.title)
  const to = { params: of, query }
  const isMoved = analysis.due.state === 'pending' && analysis.due.on !== analysis.due.firstOn
  const why = isMoved
    ? analysis.events.findLast(({ action }) => action === 'deeperAnalysis.dueChanged')?.remark
    : undefined
  const hasFindings = analysis.findings.length > 0 || analysis.status === 'completed'
  return (
    <>
      <CaseHead
        title={title}
        chips={
          <>
            <SeverityMark severity={analysis.severity} />
            <Chip tone={tones[analysis.status]}>{analysisStatusName(analysis.status)}</Chip>
            {analysis.due.state === 'overdue' ? (
              <Chip tone="critical">{t('overdue')}</Chip>
            ) : isMoved ? (
              <Chip tone="medium">{t('dueMovedTo', { date: dayName(analysis.due.on) })}</Chip>
            ) : null}
            <Inline as="span" is-inline>
              <SourceIcon source={analysis.source} />
              {sourceName(analysis.source)}, {inSentence(valueName(analysis.threatType))}
            </Inline>
            {analysis.isDemo ? <Chip tone="closed">{t('demoData')}</Chip> : null}
          </>
        }
        actions={
          <>
            {mayWrite ? (
              <Button
                icon={<IconMessage size={16} stroke={1.7} aria-hidden="true" />}
                shortcut="N"
                onClick={focusWriteBox}
              >
                {t(mayMove ? 'messageClient' : mayAsk ? 'askAnalysts' : 'messageAnalysts')}
              </Button>
            ) : null}
            {mayMove && next.length > 0 ? (
              <Button
                kind="primary"
                icon={<IconArrowRight size={16} stroke={1.7} aria-hidden="true" />}
                onClick={() => setIsMoving(true)}
              >
                {t('nextStep')}
              </Button>
            ) : null}
          </>
        }
      >
        <BriefQuestion analysis={analysis} />
      </CaseHead>
      <PlainCard label={t('progress')}>
        <ProgressSteps label={t('analysisSteps')} steps={dueSteps(analysis, mayMove, why)} />
      </PlainCard>
      <CaseColumns
        side={
          <>
            <CaseFacts analysis={analysis} />
            <Reports analysis={analysis} />
            <Suspense fallback={null}>
              <Tasks analysis={analysis} />
              <Relations analysis={analysis} />
            </Suspense>
            <Files analysis={analysis} mayAdd={mayMove} />
          </>
        }
      >
        {/* Until there is something to read, what Signet answered comes first. */}
        {hasFindings ? null : <Questions analysis={analysis} />}
        <Asked analysis={analysis} />
        <Findings analysis={analysis} />
        {hasFindings ? <Questions analysis={analysis} /> : null}
        <CaseCard title={t('timeline')}>
          {analysis.events.length > 0 ? (
            <Timeline label={t('activity')} entries={analysis.events.map(entryOf)} />
          ) : (
            <Text as="p" tone="quiet">
              {t('timelineEmpty')}
            </Text>
          )}
          <AnalysisWrite analysis={analysis} />
        </CaseCard>
      </CaseColumns>
      {isMoving ? (
        <Suspense fallback={null}>
          <MoveDialog
            title={t('nextStep')}
            text={t('titleForCompany', { title, company: companyName })}
            choices={next.map((value) => ({
              value,
              label: analysisStatusName(value),
              hint: value === 'completed' ? t('findingsHint') : undefined,
            }))}
            noteLabel={next.includes('completed') ? t('findingsOrReason') : t('timelineNote')}
            confirmLabel={t('updateStatus')}
            onMove={async (chosen, note) => {
              // Loaded on demand, the dialog doesn't keep the type of its choices.
              const status = next.find((one) => one === chosen)
              if (status === undefined) return
              keep(await call(moveDeeperAnalysis, { ...to, body: { status, note, version: analysis.version } }))
              snackbar(t('statusChanged', { status: analysisStatusName(status) }))
            }}
            onClose={() => setIsMoving(false)}
          />
        </Suspense>
      ) : null}
    </>
  )
}

/** Actions whose remark is what somebody wrote to the other side. */
const quoted = new Set(['deeperAnalysis.written', 'deeperAnalysis.questionAsked', 'deeperAnalysis.questionAnswered'])

function entryOf(event: DeeperAnalysisDetail['events'][number]): TimelineEntry {
  const { id, at, by, action, text, words } = event
  const remark = words ? sentenceOf({ ...words, message: event.remark ?? '' }) : event.remark
  const title = by ? t('whatByName', { what: valueName(text), name: by }) : valueName(text)
  if (quoted.has(action)) return { id, at, title, quote: remark, tone: 'accent' }
  const isDone = text === analysisStatusLabels.completed
  const isStopped = text === analysisStatusLabels.aborted || action === 'deeperAnalysis.aborted'
  // The findings themselves are shown above the timeline.
  return { id, at, title, text: isDone ? undefined : remark, tone: isDone ? 'good' : isStopped ? 'stopped' : 'plain' }
}
