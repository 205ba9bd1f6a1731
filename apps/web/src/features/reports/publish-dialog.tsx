import { publishReport, reportKinds, reportUpload, type ReportKind } from '@signet/contract/reports/reports'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { upload } from '../../api/upload.ts'
import { fileSize } from '../../format/numbers/file-size.ts'
import { useClientInfo } from '../../session/client-info.ts'
import { FileDrop } from '../../ui/forms/file-drop.tsx'
import { snackbar } from '../../ui/feedback/messages/toasts.ts'
import { Text } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'
import { daysOfPeriod } from './report-period.ts'
import { reportKindWords } from './report-words.ts'
import { FormDialog } from '../../ui/feedback/dialogs/form-dialog.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { InputField, SelectField } from '../../ui/forms/field.tsx'

/** Publishes a file to everyone at the company. */
export function PublishDialog({ company, onClose }: { company: string; onClose: () => void }) {
  const client = useQueryClient()
  const companyName = useClientInfo()?.name ?? company
  const [file, setFile] = useState<File | null>(null)
  const form = useForm<{ kind: ReportKind; period: string }>({
    initial: { kind: 'monthly', period: '' },
    check: ({ period }) => ({
      period: !daysOfPeriod(period.trim()) && t('periodInvalid'),
      form: !file && t('fileMissing'),
    }),
    save: async ({ kind, period }) => {
      if (!file) return
      await upload(publishReport, {
        params: undefined,
        query: { company },
        fields: { company, kind, period: period.trim() },
        files: [file],
      })
      void client.invalidateQueries({ queryKey: [company, 'reports', 'list'] })
      snackbar(t('filePublished', { name: file.name }))
      onClose()
    },
  })
  return (
    <FormDialog form={form} title={t('publishFile')} submitLabel={t('publish')} onClose={onClose}>
      <Text as="p" tone="quiet">
        {t('publishHint', { company: companyName })}
      </Text>
      <SelectField
        label={t('type')}
        all={reportKinds}
        labelOf={(kind) => t(reportKindWords[kind])}
        {...form.field('kind')}
      />
      <InputField label={t('period')} hint={t('periodHint')} maxLength={30} {...form.field('period')} />
      {file ? (
        <p>
          {file.name}, {fileSize(file.size)}
        </p>
      ) : null}
      <FileDrop
        label={file ? t('chooseAnotherFile') : t('chooseFile')}
        rule={reportUpload}
        onFiles={([chosen]) => setFile(chosen ?? null)}
      />
    </FormDialog>
  )
}
