import { changeThreat, changeTout } from '@signet/contract/threats/add-threats'
import { severities } from '@signet/contract/threats/severities'
import { useQueryClient } from '@tanstack/react-query'
import { ApiError, errorText } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { shownTitle } from '../../../format/names/shown-title.ts'
import { useCompany } from '../../../session/company.ts'
import { toast } from '../../../ui/feedback/messages/toasts.ts'
import { Text } from '../../../ui/layout/parts.tsx'
import { t } from './words.ts'
import { useRecords, type AnyThreat } from '../records.ts'
import { patchThreats } from '../threat-cache.ts'
import { valueName } from '../../../words/named/name-of.ts'
import { useForm } from '../../../ui/forms/use-form.ts'
import { FormDialog } from '../../../ui/feedback/dialogs/form-dialog.tsx'
import { InputField, SelectField } from '../../../ui/forms/field.tsx'

/** Corrects the severity, type or category that the review assigned. */
export function CorrectThreat({ threat, onClose }: { threat: AnyThreat; onClose: () => void }) {
  const client = useQueryClient()
  const company = useCompany()
  const records = useRecords()
  const types = [...new Set([threat.threatType, ...records.infoOf(threat.source).types])]
  const form = useForm({
    initial: { severity: threat.severity, threatType: threat.threatType, category: threat.category ?? '' },
    save: async (values) => {
      const sent = { query: { company }, body: { ...changesOf(threat, values), version: threat.version } }
      const after: AnyThreat =
        records.kind === 'tout'
          ? await call(changeTout, { params: { source: threat.source, toutId: threat.id }, ...sent })
          : await call(changeThreat, {
              params: { source: threat.source, threatId: threat.id },
              ...sent,
            })
      patchThreats(client, records, company, new Set([threat.id]), () => after)
      await client.invalidateQueries({ queryKey: [company, records.name, 'detail', threat.id] })
      void client.invalidateQueries({ queryKey: [company, records.name, 'options'] })
      toast(t('correctionSaved'))
      onClose()
    },
    explain: (error) =>
      error instanceof ApiError && error.code === 'CONFLICT' ? t('changedBySomeoneElse') : errorText(error),
  })
  return (
    <FormDialog
      form={form}
      title={t('correctSeverityAndType')}
      submitLabel={t('saveCorrection')}
      isDisabled={Object.keys(changesOf(threat, form.values)).length === 0}
      onClose={onClose}
    >
      <Text as="p" tone="quiet">
        {shownTitle(threat.source, threat.title)}
      </Text>
      <SelectField
        label={t('severity')}
        all={severities}
        labelOf={(name) => valueName(name)}
        {...form.field('severity')}
      />
      <SelectField label={t('type')} all={types} labelOf={(name) => valueName(name)} {...form.field('threatType')} />
      <InputField label={t('category')} type="text" maxLength={100} {...form.field('category')} />
    </FormDialog>
  )
}

type Judged = Pick<AnyThreat, 'severity' | 'threatType'> & { category: string }

/** The fields that differ from the threat. */
function changesOf(threat: AnyThreat, { severity, threatType, category }: Judged) {
  return {
    ...(severity === threat.severity ? {} : { severity }),
    ...(threatType === threat.threatType ? {} : { threatType }),
    ...(category.trim() === '' || category.trim() === threat.category ? {} : { category: category.trim() }),
  }
}
