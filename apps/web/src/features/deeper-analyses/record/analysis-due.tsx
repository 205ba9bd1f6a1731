import type { DueState } from '@signet/contract/requests/analysis-parts'
import { changeAnalysisDue } from '@signet/contract/requests/analysis-work'
import type { DeeperAnalysisDetail } from '@signet/contract/requests/deeper-analyses'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { dateTimeWithZone, dayName } from '../../../format/time/date-time.ts'
import { zoneName } from '../../../format/names/places.ts'
import { Fact } from '../../../ui/layout/facts.tsx'
import { useClientInfo } from '../../../session/client-info.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { FormDialog } from '../../../ui/feedback/dialogs/form-dialog.tsx'
import { Chip, type ChipTone } from '../../../ui/feedback/status-chip.tsx'
import { toast } from '../../../ui/feedback/messages/toasts.ts'
import { AreaField, InputField } from '../../../ui/forms/field.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { Stack, Text } from '../../../ui/layout/parts.tsx'
import { t } from '../words.ts'
import { useAnalysis } from './use-analysis.ts'

const tones: Record<DueState, ChipTone> = {
  pending: 'analysis',
  overdue: 'critical',
  met: 'good',
  missed: 'stopped',
  cancelled: 'closed',
}

/** When the findings are due, and whether they were there in time. */
export function Due({ analysis }: { analysis: DeeperAnalysisDetail }) {
  const { mayWork } = useAnalysis(analysis)
  const [isChanging, setIsChanging] = useState(false)
  const { due } = analysis
  return (
    <Fact label={t('due')}>
      <Stack gap={1} align="start">
        <time dateTime={due.on} title={dateTimeWithZone(due.at)}>
          {dayName(due.on)}
        </time>
        <Chip tone={tones[due.state]}>{t(`due.${due.state}`)}</Chip>
        {due.on === due.firstOn ? null : (
          <Text as="small" tone="quiet">
            {t('dueAtFirst', { date: dayName(due.firstOn) })}
          </Text>
        )}
        {mayWork ? <Button onClick={() => setIsChanging(true)}>{t('changeDue')}</Button> : null}
      </Stack>
      {isChanging ? <DueDialog analysis={analysis} onClose={() => setIsChanging(false)} /> : null}
    </Fact>
  )
}

function DueDialog({ analysis, onClose }: { analysis: DeeperAnalysisDetail; onClose: () => void }) {
  const { of, query, keep } = useAnalysis(analysis)
  const zone = useClientInfo()?.config.timeZone ?? 'UTC'
  const form = useForm({
    initial: { dueOn: analysis.due.on, reason: '' },
    check: ({ dueOn, reason }) => ({
      dueOn: dueOn === '' && t('dayMissing'),
      reason: reason.trim() === '' && t('reasonMissing'),
    }),
    save: async ({ dueOn, reason }) => {
      const body = { dueOn, reason: reason.trim(), version: analysis.version }
      keep(await call(changeAnalysisDue, { params: of, query, body }))
      toast(t('dueChanged'))
      onClose()
    },
  })
  return (
    <FormDialog form={form} title={t('changeDue')} submitLabel={t('changeDue')} onClose={onClose}>
      <InputField
        label={t('dueOn')}
        hint={t('dueOnHint', { zone: zoneName(zone) })}
        type="date"
        {...form.field('dueOn')}
      />
      <AreaField label={t('reason')} hint={t('reasonHint')} maxLength={500} {...form.field('reason')} />
    </FormDialog>
  )
}
