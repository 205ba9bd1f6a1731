import { confidenceLabels, confidences, type AnalysisFinding } from '@signet/contract/requests/analysis-parts'
import { addAnalysisFinding, changeAnalysisFinding } from '@signet/contract/requests/analysis-work'
import type { DeeperAnalysisDetail } from '@signet/contract/requests/deeper-analyses'
import { call } from '../../../api/call.ts'
import { useOnceKey } from '../../../api/use-once-key.ts'
import { FormDialog } from '../../../ui/feedback/dialogs/form-dialog.tsx'
import { toast } from '../../../ui/feedback/messages/toasts.ts'
import { AreaField, InputField } from '../../../ui/forms/field.tsx'
import { TickMany } from '../../../ui/forms/tick-many.tsx'
import { TickOne } from '../../../ui/forms/tick-one.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { nameOf } from '../../../words/named/name-of.ts'
import { t } from '../words.ts'
import { SavedVersion, useNewest } from './saved-version.tsx'
import { useAnalysis } from './use-analysis.ts'

type Written = Pick<AnalysisFinding, 'title' | 'text' | 'confidence' | 'fileIds'>
const empty: Written = { title: '', text: '', confidence: 'likely', fileIds: [] }

/** Adds a finding, or changes a draft. */
export function FindingDialog({
  analysis,
  finding,
  onClose,
}: {
  analysis: DeeperAnalysisDetail
  finding: AnalysisFinding | null
  onClose: () => void
}) {
  const { of, query, keep } = useAnalysis(analysis)
  const { title, text, confidence, fileIds } = finding ?? empty
  const once = useOnceKey()
  const { save, newest } = useNewest(analysis, ({ findings }) => findings.find(({ id }) => id === finding?.id))
  const form = useForm<Written>({
    initial: { title, text, confidence, fileIds },
    check: (written) => ({
      title: written.title.trim() === '' && t('textMissing'),
      text: written.text.trim() === '' && t('textMissing'),
    }),
    save: async (body) => {
      keep(
        finding
          ? await save(finding, (version) =>
              call(changeAnalysisFinding, {
                params: { ...of, findingId: finding.id },
                query,
                body: { ...body, version },
              }),
            )
          : await call(addAnalysisFinding, { params: of, query, body, onceKey: once.keyOf(JSON.stringify(body)) }),
      )
      toast(t('findingSaved'))
      onClose()
    },
  })
  const { files } = analysis
  return (
    <FormDialog
      form={form}
      title={t(finding ? 'changeDraft' : 'addFinding')}
      submitLabel={t('saveDraft')}
      onClose={onClose}
    >
      <InputField label={t('findingTitle')} maxLength={200} {...form.field('title')} />
      <AreaField label={t('findingText')} hint={t('draftHint')} rows={6} maxLength={4000} {...form.field('text')} />
      <TickOne
        label={t('confidence')}
        all={confidences}
        value={form.values.confidence}
        labelOf={(one) => nameOf('confidence', one, confidenceLabels[one])}
        onChange={(one) => form.set({ confidence: one })}
      />
      {files.length > 0 ? (
        <TickMany
          label={t('evidenceFiles')}
          isWide
          all={files.map(({ id }) => id)}
          value={form.values.fileIds}
          labelOf={(id) => files.find((file) => file.id === id)?.name ?? id}
          onChange={(chosen) => form.set({ fileIds: chosen })}
        />
      ) : null}
      {newest ? (
        <SavedVersion by={newest.by}>
          {`${newest.title} (${nameOf('confidence', newest.confidence, confidenceLabels[newest.confidence])})\n${newest.text}`}
        </SavedVersion>
      ) : null}
    </FormDialog>
  )
}
