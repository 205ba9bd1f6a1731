import { publishReport, reportKinds, reportUpload, type ReportKind } from '@signet/contract/reports'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { noProblems, problemAt, problemsOf } from '../../api/field-problems.ts'
import { upload } from '../../api/upload.ts'
import { fileSize } from '../../format/file-size.ts'
import { useClientInfo } from '../../session/client-info.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog, DialogActions } from '../../ui/feedback/dialog.tsx'
import { FileDrop } from '../../ui/forms/file-drop.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { FormProblem } from '../../ui/forms/form-section.tsx'
import { snackbar } from '../../ui/feedback/toasts.ts'
import { Stack, Text } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'
import { daysOf } from './report-period.ts'
import { kindWords } from './report-words.ts'

/** Publishes a file for everybody of the company. */
export function PublishDialog({ company, onClose }: { company: string; onClose: () => void }) {
  const client = useQueryClient()
  const companyName = useClientInfo()?.name ?? company
  const [kind, setKind] = useState<ReportKind>('monthly')
  const [period, setPeriod] = useState('')
  const [file, setFile] = useState<File | null>(null)
  const [problems, setProblems] = useState(noProblems)
  const [isBusy, setIsBusy] = useState(false)

  const publish = async (event: FormEvent) => {
    event.preventDefault()
    if (!file || !daysOf(period.trim())) {
      const fields: Record<string, string> = daysOf(period.trim()) ? {} : { period: t('writeAPeriodSuch') }
      setProblems({ fields, form: file ? null : t('chooseTheFile') })
      return
    }
    setIsBusy(true)
    try {
      await upload(publishReport, {
        params: undefined,
        query: { company },
        fields: { company, kind, period: period.trim() },
        files: [file],
      })
      void client.invalidateQueries({ queryKey: [company, 'reports', 'list'] })
      snackbar(t('nameIsPublished', { name: file.name }))
      onClose()
    } catch (error) {
      setProblems(problemsOf(error, ['kind', 'period']))
      setIsBusy(false)
    }
  }
  return (
    <Dialog title={t('publishAFile')} onClose={onClose}>
      <Stack as="form" gap={3} onSubmit={(event) => void publish(event)} noValidate>
        <Text as="p" tone="quiet">
          {t('everybodyOfCompanyCanOpen', { company: companyName })}
        </Text>
        <Field label={t('kind')}>
          {(control) => (
            <select {...control} value={kind} onChange={(event) => setKind(event.target.value as ReportKind)}>
              {reportKinds.map((key) => (
                <option key={key} value={key}>
                  {t(kindWords[key])}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={t('period')} hint={t('n20262026102026Q4')} problem={problemAt(problems, 'period')}>
          {(control) => (
            <input {...control} maxLength={30} value={period} onChange={(event) => setPeriod(event.target.value)} />
          )}
        </Field>
        {file ? (
          <p>
            {file.name}, {fileSize(file.size)}
          </p>
        ) : null}
        <FileDrop
          label={file ? t('chooseAnotherFile') : t('chooseTheFile2')}
          rule={reportUpload}
          onFiles={([chosen]) => setFile(chosen ?? null)}
        />
        <FormProblem>{problems.form}</FormProblem>
        <DialogActions>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="primary" type="submit" isBusy={isBusy}>
            {t('publish')}
          </Button>
        </DialogActions>
      </Stack>
    </Dialog>
  )
}
