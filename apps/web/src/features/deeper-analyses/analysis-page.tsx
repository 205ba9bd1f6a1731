import { addAnalysisFile, caseFileUpload } from '@signet/contract/files'
import {
  analysisFlow,
  analysisStatusLabels,
  moveDeeperAnalysis,
  writeOnAnalysis,
  type AnalysisStatus,
  type DeeperAnalysisDetail,
} from '@signet/contract/deeper-analyses'
import { IconArrowRight, IconMessageQuestion } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError, errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { upload } from '../../api/upload.ts'
import { dateTime } from '../../format/date-time.ts'
import { shownTitle } from '../../format/shown-title.ts'
import { sourceSlug } from '../../url/source-slug.ts'
import { useClientInfo } from '../../session/client-info.ts'
import { useCompany } from '../../session/company.ts'
import { useCan } from '../../session/use-session.ts'
import { Button } from '../../ui/controls/button.tsx'
import {
  CaseCard,
  CaseColumns,
  CaseCrumbs,
  CaseHead,
  Fact,
  Facts,
  Moment,
  PlainCard,
} from '../../parts/cases/case-layout.tsx'
import { FailedBlock, Skeleton, StateBlock } from '../../ui/feedback/data-state.tsx'
import { FileDrop } from '../../ui/forms/file-drop.tsx'
import { FileList } from '../../parts/cases/file-list.tsx'
import { MoveDialog } from '../../parts/cases/move-dialog.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { ProgressSteps } from '../../parts/cases/progress-steps.tsx'
import { SeverityMark } from '../../parts/threats/severity-mark.tsx'
import { useShortcuts } from '../../ui/keys/shortcuts.ts'
import { SourceIcon } from '../../parts/threats/source-icon.tsx'
import { Chip, type ChipTone } from '../../ui/feedback/status-chip.tsx'
import { TimeAgo } from '../../ui/text/time-text.tsx'
import { Timeline, type TimelineEntry } from '../../ui/layout/timeline.tsx'
import { snackbar, toast } from '../../ui/feedback/toasts.ts'
import { focusWriteBox, WriteBox } from '../../parts/cases/write-box.tsx'
import { Inline, Stack, Text } from '../../ui/layout/parts.tsx'
import { plural, t } from '../../words/words.ts'
import { analysisQuery } from './analyses.api.ts'
import css from './analysis-page.module.css'
import { analysisStatusName } from '../../words/named/cases.ts'
import { valueName } from '../../words/named/name-of.ts'
import { sourceName } from '../../words/named/threats.ts'

const messageMax = 2000

const tones: Record<AnalysisStatus, ChipTone> = {
  requested: 'analysis',
  inProgress: 'analysis',
  completed: 'good',
  aborted: 'stopped',
}

/** One deeper analysis: how far it is, what was found, and what was asked since. */
export function AnalysisPage() {
  const { analysisId = '' } = useParams({ strict: false })
  const query = useQuery(analysisQuery(useCompany(), analysisId))
  const navigate = useNavigate()
  useShortcuts({ Escape: () => void navigate({ to: '/deeperAnalysis' }), n: focusWriteBox })
  return (
    <Page title={t('Deeper Analysis')}>
      <CaseCrumbs list={<Link to="/deeperAnalysis">{t('Deeper Analysis')}</Link>} name={analysisId.slice(0, 8)} />
      {query.data ? (
        <Case analysis={query.data} />
      ) : query.error instanceof ApiError && query.error.status === 404 ? (
        <StateBlock
          title={t('No such deeper analysis')}
          action={<Link to="/deeperAnalysis">{t('All deeper analyses')}</Link>}
        >
          {t('It does not exist, or it belongs to another company.')}
        </StateBlock>
      ) : query.error ? (
        <FailedBlock what={t('The deeper analysis')} error={query.error} retry={() => void query.refetch()} />
      ) : (
        <>
          <CaseHead title="…" chips={<Skeleton lines={1} />} />
          <PlainCard label={t('Progress')}>
            <Skeleton lines={2} />
          </PlainCard>
          <CaseColumns
            side={
              <PlainCard label={t('Case')}>
                <Skeleton lines={6} />
              </PlainCard>
            }
          >
            <PlainCard label={t('Findings')}>
              <Skeleton lines={8} />
            </PlainCard>
          </CaseColumns>
        </>
      )}
    </Page>
  )
}

function Case({ analysis }: { analysis: DeeperAnalysisDetail }) {
  const company = useCompany()
  const companyName = useClientInfo()?.name ?? company
  const client = useQueryClient()
  const mayMove = useCan('analyses:move')
  const mayWrite = useCan('threats:triage')
  const [isMoving, setIsMoving] = useState(false)
  const next = analysisFlow[analysis.status] as readonly AnalysisStatus[]
  const title = shownTitle(analysis.source, analysis.title)
  const to = { params: { analysisId: analysis.id }, query: { company } }
  const keep = (changed: DeeperAnalysisDetail) => {
    client.setQueryData(analysisQuery(company, analysis.id).queryKey, changed)
    void client.invalidateQueries({ queryKey: [company, 'analyses'] })
    void client.invalidateQueries({ queryKey: [company, 'threats'] })
  }
  const { steps } = analysis
  return (
    <>
      <CaseHead
        title={title}
        chips={
          <>
            <SeverityMark severity={analysis.severity} />
            <Chip tone={tones[analysis.status]}>{analysisStatusName(analysis.status)}</Chip>
            <Inline as="span" is-inline>
              <SourceIcon source={analysis.source} />
              {sourceName(analysis.source)}
            </Inline>
            {analysis.isDemo ? <Chip tone="closed">{t('Demo data')}</Chip> : null}
          </>
        }
        actions={
          <>
            {mayWrite ? (
              <Button
                icon={<IconMessageQuestion size={16} stroke={1.7} aria-hidden="true" />}
                shortcut="N"
                onClick={focusWriteBox}
              >
                {mayMove ? t('Write to the client') : t('Ask a follow-up')}
              </Button>
            ) : null}
            {mayMove && next.length > 0 ? (
              <Button
                kind="primary"
                icon={<IconArrowRight size={16} stroke={1.7} aria-hidden="true" />}
                onClick={() => setIsMoving(true)}
              >
                {t('Next step')}
              </Button>
            ) : null}
          </>
        }
      />
      <PlainCard label={t('Progress')}>
        <ProgressSteps label={t('Steps of the deeper analysis')} steps={steps} />
      </PlainCard>
      <CaseColumns
        side={
          <>
            <CaseFacts analysis={analysis} />
            <Files analysis={analysis} mayAdd={mayMove} />
          </>
        }
      >
        <Findings analysis={analysis} />
        <CaseCard title={t('Timeline')}>
          {analysis.events.length > 0 ? (
            <Timeline label={t('What happened')} entries={analysis.events.map(entryOf)} />
          ) : (
            <Text as="p" tone="quiet">
              {t('Every step is written down here from the first one on.')}
            </Text>
          )}
          {mayWrite ? (
            <div className={css.write}>
              <WriteBox
                label={mayMove ? t('Write to the client') : t('Ask the analysts')}
                textMax={messageMax}
                onSend={async (text) => {
                  keep(await call(writeOnAnalysis, { ...to, body: { text } }))
                  toast(t('Sent'))
                }}
              />
            </div>
          ) : null}
        </CaseCard>
      </CaseColumns>
      {isMoving ? (
        <MoveDialog
          title={t('Next step')}
          text={t('{title}, for {company}', { title, company: companyName })}
          choices={next.map((value) => ({
            value,
            label: analysisStatusName(value),
            hint: value === 'completed' ? t('The note is what the client reads as findings.') : undefined,
          }))}
          noteLabel={next.includes('completed') ? t('Findings, or why it ends') : t('Note for the timeline (optional)')}
          confirmLabel={t('Move on')}
          onMove={async (status, note) => {
            keep(await call(moveDeeperAnalysis, { ...to, body: { status, note, version: analysis.version } }))
            snackbar(t('Moved to “{status}”', { status: analysisStatusName(status) }))
          }}
          onClose={() => setIsMoving(false)}
        />
      ) : null}
    </>
  )
}

/** What was found, as something to read; before that, what is being done. */
function Findings({ analysis }: { analysis: DeeperAnalysisDetail }) {
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

function CaseFacts({ analysis }: { analysis: DeeperAnalysisDetail }) {
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

function Files({ analysis, mayAdd }: { analysis: DeeperAnalysisDetail; mayAdd: boolean }) {
  const company = useCompany()
  const client = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const { files } = analysis
  const add = async ([file]: File[]) => {
    if (!file) return
    setIsBusy(true)
    try {
      const to = { params: { analysisId: analysis.id }, query: { company } }
      await upload(addAnalysisFile, { ...to, fields: {}, files: [file] })
      void client.invalidateQueries({ queryKey: analysisQuery(company, analysis.id).queryKey })
      toast(t('File added'))
    } catch (error) {
      const said = { name: file.name, reason: errorText(error) }
      snackbar(t('“{name}” was not added. {reason}', said), { isFailure: true })
    }
    setIsBusy(false)
  }
  return (
    <CaseCard title={t('Files')} aside={plural(files.length, '{n} file', '{n} files')}>
      <Stack gap={3}>
        {files.length > 0 ? (
          <FileList label={t('Files of the case')} files={files} />
        ) : (
          <Text as="p" tone="quiet">
            {t('No file has been kept yet.')}
          </Text>
        )}
        {mayAdd ? (
          <FileDrop
            label={t('Add a file')}
            rule={caseFileUpload}
            isBusy={isBusy}
            onFiles={(chosen) => void add(chosen)}
          />
        ) : null}
      </Stack>
    </CaseCard>
  )
}

function entryOf({ id, at, by, action, text, remark }: DeeperAnalysisDetail['events'][number]): TimelineEntry {
  const title = by ? t('{what} by {name}', { what: valueName(text), name: by }) : valueName(text)
  if (action === 'deeperAnalysis.written') return { id, at, title, quote: remark, tone: 'accent' }
  const isDone = text === analysisStatusLabels.completed
  const isStopped = text === analysisStatusLabels.aborted || action === 'deeperAnalysis.aborted'
  // The findings themselves stand above.
  return { id, at, title, text: isDone ? undefined : remark, tone: isDone ? 'good' : isStopped ? 'stopped' : 'plain' }
}
