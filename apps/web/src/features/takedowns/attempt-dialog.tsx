import { addAttempt, changeAttempt } from '@signet/contract/takedown-work'
import {
  attemptChannels,
  attemptStatuses,
  type Attempt,
  type AttemptChannel,
  type TakedownDetail,
} from '@signet/contract/takedowns'
import { call } from '../../api/call.ts'
import { toast } from '../../ui/feedback/toasts.ts'
import { t } from './words.ts'
import { useTakedownWork } from './use-takedown-work.ts'
import { valueName } from '../../words/named/name-of.ts'
import { FormDialog } from '../../ui/feedback/form-dialog.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { AreaField, InputField, SelectField } from '../../ui/forms/field.tsx'

const channels = Object.keys(attemptChannels) as AttemptChannel[]

/** Records a channel that was tried, or updates its status. */
export function AttemptDialog({
  takedown,
  attempt,
  initial,
  onClose,
}: {
  takedown: TakedownDetail
  /** Null for a new one. */
  attempt: Attempt | null
  /** The values that a new one starts with. */
  initial?: { channel: AttemptChannel; recipient: string }
  onClose: () => void
}) {
  const work = useTakedownWork(takedown)
  const form = useForm({
    initial: {
      channel: initial?.channel ?? 'hosting',
      recipient: initial?.recipient ?? '',
      status: attempt?.status ?? 'sent',
      reference: attempt?.reference ?? '',
      answer: attempt?.answer ?? '',
    },
    check: ({ recipient }) => ({ recipient: !attempt && recipient.trim() === '' && t('recipientMissing') }),
    save: async ({ channel, recipient, ...progress }) => {
      const { params, query } = work.to
      work.keep(
        attempt
          ? await call(changeAttempt, { params: { ...params, attemptId: attempt.id }, query, body: progress })
          : await call(addAttempt, { params, query, body: { channel, recipient, ...progress } }),
      )
      toast(t('saved'))
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      title={attempt ? `${valueName(attempt.channel)}, ${attempt.recipient}` : t('logNotice')}
      submitLabel={t('save')}
      onClose={onClose}
    >
      {attempt ? null : (
        <>
          <SelectField
            label={t('channel')}
            all={channels}
            labelOf={(key) => valueName(attemptChannels[key])}
            {...form.field('channel')}
          />
          <InputField label={t('recipient')} hint={t('recipientHint')} maxLength={200} {...form.field('recipient')} />
        </>
      )}
      <SelectField
        label={t('status')}
        all={attemptStatuses}
        labelOf={(key) => t(`attempt.${key}`)}
        {...form.field('status')}
      />
      <InputField label={t('providerCaseNumber')} maxLength={200} {...form.field('reference')} />
      <AreaField label={t('replyOptional')} maxLength={2000} {...form.field('answer')} />
    </FormDialog>
  )
}
