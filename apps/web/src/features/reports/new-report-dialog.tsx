import { addExport, exportKinds, type ExportFormat, type ExportKind } from '@signet/contract/reports/exports'
import { addReportSchedule, scheduleRhythms, type ScheduleRhythm } from '@signet/contract/reports/report-schedules'
import { severities, type Severity } from '@signet/contract/threats/severities'
import type { ThreatSource } from '@signet/contract/threats/sources'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { dayName } from '../../format/time/date-time.ts'
import { useClientInfo } from '../../session/client-info.ts'
import { snackbar } from '../../ui/feedback/messages/toasts.ts'
import { t } from './words.ts'
import { daysOfSpan, spans, type Days, type Span } from './report-period.ts'
import { formats, sectionWords } from './report-words.ts'
import { narrowed } from './reports.api.ts'
import { Columns } from '../../ui/layout/parts.tsx'
import { sourceName } from '../../words/named/threats.ts'
import { valueName } from '../../words/named/name-of.ts'
import { FormDialog } from '../../ui/feedback/dialogs/form-dialog.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { InputField, SelectField } from '../../ui/forms/field.tsx'
import { TickMany } from '../../ui/forms/tick-many.tsx'
import { TickOne } from '../../ui/forms/tick-one.tsx'

interface Draft extends Days {
  sections: readonly ExportKind[]
  span: Span
  source: ThreatSource | ''
  severity: Severity | ''
  rhythm: ScheduleRhythm | ''
  format: ExportFormat
}

/** Requests one file per section, each created by a job. */
export function NewReportDialog({
  company,
  onMade,
  onClose,
}: {
  company: string
  /** Called when files have been requested, and the list shows them. */
  onMade: () => void
  onClose: () => void
}) {
  const client = useQueryClient()
  const info = useClientInfo()
  const offered = exportKinds.filter((kind) => (kind !== 'touts' && kind !== 'leaks') || info?.modules[kind] === true)
  const form = useForm<Draft>({
    initial: () => ({
      sections: ['threats', 'takedowns'],
      span: 'lastMonth',
      ...daysOfSpan('month', new Date()),
      source: '',
      severity: '',
      rhythm: '',
      format: 'pdf',
    }),
    check: (draft) => {
      const { fromDate, toDate } = chosenDays(draft)
      return {
        sections: draft.sections.length === 0 && t('sectionsMissing'),
        fromDate: draft.rhythm === '' && fromDate > toDate && t('daysReversed'),
      }
    },
    save: (draft) => (draft.rhythm === '' ? makeNow(draft) : repeat(draft, draft.rhythm)),
  })
  const makeNow = async (draft: Draft) => {
    const { sections, format } = draft
    let requests = 0
    try {
      for (const kind of sections) {
        // Sequential, because the server limits the number of running exports of a company.
        await call(addExport, { query: { company }, body: { company, kind, format, filters: filtersOf(draft, kind) } })
        requests += 1
      }
      snackbar(t('reportsRequestedCount', { count: requests }))
    } finally {
      // Sections that were requested successfully are removed, so that only the rest is tried again.
      form.set({ sections: sections.slice(requests) })
      await client.invalidateQueries({ queryKey: [company, 'reports', 'exports'] })
      if (requests > 0) onMade()
    }
    onClose()
  }
  const repeat = async ({ sections, format }: Draft, rhythm: ScheduleRhythm) => {
    const body = { company, rhythm, sections: [...sections], format }
    const { nextOn } = await call(addReportSchedule, { query: { company }, body })
    void client.invalidateQueries({ queryKey: [company, 'reports', 'schedules'] })
    snackbar(t('reportScheduled', { date: dayName(nextOn) }))
    onClose()
  }
  const { rhythm, sections, span } = form.values

  return (
    <FormDialog
      form={form}
      title={t('createReport')}
      width={560}
      submitLabel={rhythm === '' ? t('create') : t('schedule')}
      onClose={onClose}
    >
      <TickMany
        label={t('sections')}
        all={offered}
        labelOf={(kind) => t(sectionWords[kind])}
        {...form.field('sections')}
      />
      <SelectField
        label={t('repeat')}
        hint={rhythm === '' ? undefined : t('scheduleHint')}
        none={['', t('noRepeat')]}
        all={scheduleRhythms}
        labelOf={(key) => t(`rhythm.${key}`)}
        {...form.field('rhythm')}
      />
      {rhythm === '' && (
        <>
          <SelectField label={t('period')} all={spans} labelOf={(key) => t(`span.${key}`)} {...form.field('span')} />
          {span === 'custom' && (
            <Columns count={2} gap={3} align="stretch">
              <InputField label={t('firstDay')} type="date" {...form.field('fromDate')} />
              <InputField label={t('lastDay')} type="date" {...form.field('toDate')} />
            </Columns>
          )}
          {sections.some((kind) => narrowed.has(kind)) && (
            <Columns count={2} gap={3} align="stretch">
              <SelectField
                label={t('source')}
                none={['', t('allSources')]}
                all={info?.threatSources ?? []}
                labelOf={sourceName}
                {...form.field('source')}
              />
              <SelectField
                label={t('severity')}
                none={['', t('allSeverities')]}
                all={severities}
                labelOf={(key) => valueName(key)}
                {...form.field('severity')}
              />
            </Columns>
          )}
        </>
      )}
      <TickOne
        label={t('format')}
        all={formats}
        labelOf={(key) => t(`format.${key}`)}
        isWide
        {...form.field('format')}
      />
    </FormDialog>
  )
}

const chosenDays = ({ span, fromDate, toDate }: Draft): Days => daysOfSpan(span, new Date()) ?? { fromDate, toDate }

const filtersOf = (draft: Draft, kind: ExportKind) => ({
  ...chosenDays(draft),
  ...(draft.source && narrowed.has(kind) ? { threatSource: draft.source } : {}),
  ...(draft.severity && narrowed.has(kind) ? { threatSeverity: draft.severity } : {}),
})
