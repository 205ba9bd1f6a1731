import { addExport, exportKinds, type ExportFormat, type ExportKind } from '@signet/contract/exports'
import { addReportSchedule, scheduleRhythms, type ScheduleRhythm } from '@signet/contract/report-schedules'
import { severities, type Severity } from '@signet/contract/severities'
import { type AnySource } from '@signet/contract/sources'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { noProblems, problemsOf } from '../../api/field-problems.ts'
import { call } from '../../api/call.ts'
import { dateOnly } from '../../format/date-time.ts'
import { useClientInfo } from '../../session/client-info.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog, DialogActions } from '../../ui/feedback/dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { FormProblem, Tick, TickGroup } from '../../ui/forms/form-section.tsx'
import { snackbar } from '../../ui/feedback/toasts.ts'
import { Stack } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'
import { daysOfSpan, spans, type Days, type Span } from './report-period.ts'
import { formats, sectionWords } from './report-words.ts'
import { narrowed } from './reports.api.ts'
import css from './reports-page.module.css'
import { sourceName } from '../../words/named/threats.ts'
import { valueName } from '../../words/named/name-of.ts'

/** Asks for files: one a section, each made by a job. */
export function NewReportDialog({ company, onClose }: { company: string; onClose: () => void }) {
  const client = useQueryClient()
  const info = useClientInfo()
  const [sections, setSections] = useState<readonly ExportKind[]>(['threats', 'takedowns'])
  const [span, setSpan] = useState<Span>('lastMonth')
  const [custom, setCustom] = useState<Days>(() => daysOfSpan('month', new Date()) as Days)
  const [source, setSource] = useState<AnySource | ''>('')
  const [severity, setSeverity] = useState<Severity | ''>('')
  const [rhythm, setRhythm] = useState<ScheduleRhythm | ''>('')
  const [format, setFormat] = useState<ExportFormat>('pdf')
  const [problems, setProblems] = useState(noProblems)
  const [isBusy, setIsBusy] = useState(false)
  const offered = exportKinds.filter((kind) => (kind !== 'touts' && kind !== 'leaks') || info?.modules[kind] === true)

  const make = async (event: FormEvent) => {
    event.preventDefault()
    const days = daysOfSpan(span, new Date()) ?? custom
    const fields = {
      ...(sections.length === 0 ? { sections: t('chooseAtLeastOne') } : {}),
      ...(rhythm === '' && days.fromDate > days.toDate ? { days: t('firstDayIsAfter') } : {}),
    }
    if (Object.keys(fields).length > 0) {
      setProblems({ fields, form: null })
      return
    }
    setIsBusy(true)
    if (rhythm !== '') {
      await repeat(rhythm)
      return
    }
    let asked = 0
    try {
      for (const kind of sections) {
        const filters = {
          ...days,
          ...(source && narrowed.has(kind) ? { threatSource: source } : {}),
          ...(severity && narrowed.has(kind) ? { threatSeverity: severity } : {}),
        }
        // One after the other: the server counts what a company has under way.
        // oxlint-disable-next-line no-await-in-loop
        await call(addExport, { query: { company }, body: { company, kind, format, filters } })
        asked += 1
      }
      snackbar(t('reportsAreBeingMadeCount', { count: asked }))
      onClose()
    } catch (error) {
      setProblems(problemsOf(error, ['sections', 'days']))
      // What was asked for is under way; only the rest is tried again.
      setSections(sections.slice(asked))
      setIsBusy(false)
    }
    void client.invalidateQueries({ queryKey: [company, 'reports', 'exports'] })
  }
  const repeat = async (every: ScheduleRhythm) => {
    try {
      const body = { company, rhythm: every, sections: [...sections], format }
      const { nextOn } = await call(addReportSchedule, { query: { company }, body })
      void client.invalidateQueries({ queryKey: [company, 'reports', 'schedules'] })
      snackbar(t('scheduledTheFirstFilesCome', { date: dateOnly(`${nextOn}T12:00:00Z`, 'UTC') }))
      onClose()
    } catch (error) {
      setProblems(problemsOf(error, ['sections']))
      setIsBusy(false)
    }
  }
  const toggle = (kind: ExportKind, isOn: boolean) =>
    setSections(isOn ? [...sections, kind] : sections.filter((other) => other !== kind))

  return (
    <Dialog title={t('makeAReport')} width={560} onClose={onClose}>
      <Stack as="form" gap={3} onSubmit={(event) => void make(event)} noValidate>
        <TickGroup label={t('sectionsOneFileEach')} problem={problems.fields['sections']}>
          {offered.map((kind) => (
            <Tick
              key={kind}
              label={t(sectionWords[kind])}
              isOn={sections.includes(kind)}
              onChange={(isOn) => toggle(kind, isOn)}
            />
          ))}
        </TickGroup>
        <Field label={t('repeat')} hint={rhythm === '' ? undefined : t('alwaysAboutTheWeek')}>
          {(control) => (
            <select
              {...control}
              value={rhythm}
              onChange={(event) => setRhythm(event.target.value as ScheduleRhythm | '')}
            >
              <option value="">{t('onceNow')}</option>
              {scheduleRhythms.map((key) => (
                <option key={key} value={key}>
                  {t(`rhythm.${key}`)}
                </option>
              ))}
            </select>
          )}
        </Field>
        {rhythm === '' ? (
          <Field label={t('period')}>
            {(control) => (
              <select {...control} value={span} onChange={(event) => setSpan(event.target.value as Span)}>
                {spans.map((key) => (
                  <option key={key} value={key}>
                    {t(`span.${key}`)}
                  </option>
                ))}
              </select>
            )}
          </Field>
        ) : null}
        {rhythm === '' && span === 'custom' ? (
          <div className={css.pair}>
            <Field label={t('firstDay')} problem={problems.fields['days']}>
              {(control) => (
                <input
                  {...control}
                  type="date"
                  value={custom.fromDate}
                  onChange={(event) => setCustom({ ...custom, fromDate: event.target.value })}
                />
              )}
            </Field>
            <Field label={t('lastDay')}>
              {(control) => (
                <input
                  {...control}
                  type="date"
                  value={custom.toDate}
                  onChange={(event) => setCustom({ ...custom, toDate: event.target.value })}
                />
              )}
            </Field>
          </div>
        ) : null}
        {rhythm === '' && sections.some((kind) => narrowed.has(kind)) ? (
          <div className={css.pair}>
            <Field label={t('source')}>
              {(control) => (
                <select
                  {...control}
                  value={source}
                  onChange={(event) => setSource(event.target.value as AnySource | '')}
                >
                  <option value="">{t('allSources')}</option>
                  {(info?.threatSources ?? []).map((key) => (
                    <option key={key} value={key}>
                      {sourceName(key)}
                    </option>
                  ))}
                </select>
              )}
            </Field>
            <Field label={t('severity')}>
              {(control) => (
                <select
                  {...control}
                  value={severity}
                  onChange={(event) => setSeverity(event.target.value as Severity | '')}
                >
                  <option value="">{t('allSeverities')}</option>
                  {severities.map((key) => (
                    <option key={key} value={key}>
                      {valueName(key)}
                    </option>
                  ))}
                </select>
              )}
            </Field>
          </div>
        ) : null}
        <TickGroup label={t('format')} isWide>
          {formats.map((key) => (
            <Tick
              key={key}
              type="radio"
              name="report-format"
              label={t(`format.${key}`)}
              isOn={format === key}
              onChange={() => setFormat(key)}
            />
          ))}
        </TickGroup>
        <FormProblem>{problems.form}</FormProblem>
        <DialogActions>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="primary" type="submit" isBusy={isBusy}>
            {rhythm === '' ? t('make') : t('schedule')}
          </Button>
        </DialogActions>
      </Stack>
    </Dialog>
  )
}
