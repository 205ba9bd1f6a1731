import type { DueState } from '@signet/contract/requests/analysis-parts'
import { changeAnalysisDue } from '@signet/contract/requests/analysis-work'
import type { DeeperAnalysisDetail } from '@signet/contract/requests/deeper-analyses'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { calendarDay, dateTime } from '../../../format/date-time.ts'
import { Fact, Moment } from '../../../parts/cases/case-layout.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { FormDialog } from '../../../ui/feedback/form-dialog.tsx'
import { Chip, type ChipTone } from '../../../ui/feedback/status-chip.tsx'
import { toast } from '../../../ui/feedback/toasts.ts'
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
        <Moment at={due.at} />
        <Chip tone={tones[due.state]}>{t(`due.${due.state}`)}</Chip>
        {due.at === due.firstAt ? null : (
          <Text as="small" tone="quiet">
            {t('dueAtFirst', { date: dateTime(due.firstAt) })}
          </Text>
        )}
        {mayWork ? <Button onClick={() => setIsChanging(true)}>{t('changeDue')}</Button> : null}
      </Stack>
      {isChanging ? <DueDialog analysis={analysis} onClose={() => setIsChanging(false)} /> : null}
    </Fact>
  )
}

/** The end of a day of the viewer; null if it isn't one. */
function endOfDay(day: string): string | null {
  const at = new Date(`${day}T23:59:59`)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}

function DueDialog({ analysis, onClose }: { analysis: DeeperAnalysisDetail; onClose: () => void }) {
  const { of, query, keep } = useAnalysis(analysis)
  const form = useForm({
    initial: { dueAt: calendarDay(analysis.due.at), reason: '' },
    check: ({ dueAt, reason }) => ({
      dueAt: endOfDay(dueAt) === null && t('dayMissing'),
      reason: reason.trim() === '' && t('reasonMissing'),
    }),
    save: async ({ dueAt, reason }) => {
      const body = { dueAt: endOfDay(dueAt) ?? '', reason: reason.trim(), version: analysis.version }
      keep(await call(changeAnalysisDue, { params: of, query, body }))
      toast(t('dueChanged'))
      onClose()
    },
  })
  return (
    <FormDialog form={form} title={t('changeDue')} submitLabel={t('changeDue')} onClose={onClose}>
      <InputField label={t('dueOn')} type="date" {...form.field('dueAt')} />
      <AreaField label={t('reason')} hint={t('reasonHint')} maxLength={500} {...form.field('reason')} />
    </FormDialog>
  )
}
