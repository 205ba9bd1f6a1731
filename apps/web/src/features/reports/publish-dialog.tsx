import { isOneOf } from '@signet/contract/narrow'
import { publishReport, reportKinds, reportUpload, type ReportKind } from '@signet/contract/reports/reports'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { upload } from '../../api/upload.ts'
import { fileSize } from '../../format/numbers/file-size.ts'
import { useClientInfo } from '../../session/client-info.ts'
import { FileDrop } from '../../ui/forms/file-drop.tsx'
import { snackbar } from '../../ui/feedback/messages/toasts.ts'
import { Columns, Text } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'
import { recentPeriods, regularKinds } from './report-period.ts'
import { periodName } from './report-title.ts'
import { reportKindWords } from './report-words.ts'
import { FormDialog } from '../../ui/feedback/dialogs/form-dialog.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { InputField, SelectField } from '../../ui/forms/field.tsx'

interface Draft {
  kind: ReportKind
  /** The month or quarter of a regular report; other reports are about days. */
  period: string
  fromDate: string
  toDate: string
}

function periodOf({ kind, period, fromDate, toDate }: Draft): string {
  if (isOneOf(regularKinds, kind)) return period
  return toDate === '' || toDate === fromDate ? fromDate : `${fromDate}/${toDate}`
}

/** Publishes a file to everyone at the company. */
export function PublishDialog({ company, onClose }: { company: string; onClose: () => void }) {
  const client = useQueryClient()
  const companyName = useClientInfo()?.name ?? company
  const [file, setFile] = useState<File | null>(null)
  const now = new Date()
  const form = useForm<Draft>({
    // Most reports are about the month before.
    initial: { kind: 'monthly', period: recentPeriods('monthly', now)[1] ?? '', fromDate: '', toDate: '' },
    check: ({ kind, fromDate, toDate }) => ({
      fromDate: !isOneOf(regularKinds, kind) && fromDate === '' && t('firstDayMissing'),
      toDate: !isOneOf(regularKinds, kind) && toDate !== '' && toDate < fromDate && t('daysReversed'),
      form: !file && t('fileMissing'),
    }),
    save: async (draft) => {
      if (!file) return
      const { kind } = draft
      await upload(publishReport, {
        params: undefined,
        query: { company },
        fields: { company, kind, period: periodOf(draft) },
        files: [file],
      })
      void client.invalidateQueries({ queryKey: [company, 'reports', 'list'] })
      snackbar(t('filePublished', { name: file.name }))
      onClose()
    },
  })
  const kindNow = form.values.kind
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
        onChange={(kind) =>
          form.set({ kind, ...(isOneOf(regularKinds, kind) ? { period: recentPeriods(kind, now)[1] ?? '' } : {}) })
        }
      />
      {isOneOf(regularKinds, kindNow) ? (
        <SelectField
          label={t('period')}
          all={recentPeriods(kindNow, now)}
          labelOf={periodName}
          {...form.field('period')}
        />
      ) : (
        <Columns count={2} gap={3} align="stretch">
          <InputField label={t('firstDay')} type="date" {...form.field('fromDate')} />
          <InputField label={t('lastDayOptional')} type="date" {...form.field('toDate')} />
        </Columns>
      )}
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
