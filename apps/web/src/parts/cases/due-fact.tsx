import type { DueDate, DueState } from '@signet/contract/requests/due-dates'
import { useState } from 'react'
import { zoneName } from '../../format/names/places.ts'
import { dateTimeWithZone, dayName } from '../../format/time/date-time.ts'
import { useClientInfo } from '../../session/client-info.ts'
import { Button } from '../../ui/controls/button.tsx'
import { FormDialog } from '../../ui/feedback/dialogs/form-dialog.tsx'
import { toast } from '../../ui/feedback/messages/toasts.ts'
import { Chip, type ChipTone } from '../../ui/feedback/status-chip.tsx'
import { AreaField, InputField } from '../../ui/forms/field.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { Fact } from '../../ui/layout/facts.tsx'
import { Stack, Text } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'

const tones: Record<DueState, ChipTone> = {
  pending: 'analysis',
  paused: 'medium',
  overdue: 'critical',
  met: 'good',
  missed: 'stopped',
  cancelled: 'closed',
}

interface DueFactProps {
  due: DueDate
  /** Who gets to read the reason of a change. */
  reasonHint: string
  /** Saves a new due date; undefined for those who may not change it. */
  onChange: ((changed: { dueOn: string; reason: string }) => Promise<void>) | undefined
}

/** When a case or request is due, and whether it was done in time. */
export function DueFact({ due, reasonHint, onChange }: DueFactProps) {
  const [isChanging, setIsChanging] = useState(false)
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
        {onChange ? <Button onClick={() => setIsChanging(true)}>{t('changeDue')}</Button> : null}
      </Stack>
      {isChanging && onChange ? (
        <DueDialog due={due} reasonHint={reasonHint} onChange={onChange} onClose={() => setIsChanging(false)} />
      ) : null}
    </Fact>
  )
}

function DueDialog({
  due,
  reasonHint,
  onChange,
  onClose,
}: {
  due: DueDate
  reasonHint: string
  onChange: NonNullable<DueFactProps['onChange']>
  onClose: () => void
}) {
  const zone = useClientInfo()?.config.timeZone ?? 'UTC'
  const form = useForm({
    initial: { dueOn: due.on, reason: '' },
    check: ({ dueOn, reason }) => ({
      dueOn: dueOn === '' && t('dayMissing'),
      reason: reason.trim() === '' && t('reasonMissing'),
    }),
    save: async ({ dueOn, reason }) => {
      await onChange({ dueOn, reason: reason.trim() })
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
      <AreaField label={t('reason')} hint={reasonHint} maxLength={500} {...form.field('reason')} />
    </FormDialog>
  )
}
