import { keysIn } from '@signet/contract/narrow'
import { changeAttempt, draftNotice } from '@signet/contract/takedowns/takedown-work'
import { attemptChannels, type Attempt } from '@signet/contract/takedowns/attempts'
import type { TakedownDetail } from '@signet/contract/takedowns/takedowns'
import { useQuery } from '@tanstack/react-query'
import { IconCopy } from '@tabler/icons-react'
import { call } from '../../../api/call.ts'
import { MissingRights } from './missing-rights.tsx'
import { t } from '../words.ts'
import { useTakedownWork } from '../record/use-takedown-work.ts'
import { channelName } from '../takedown-words.ts'
import { Fact, Facts } from '../../../ui/layout/facts.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { copyText } from '../../../ui/feedback/copy-text.ts'
import { DataState, Skeleton } from '../../../ui/feedback/data-state.tsx'
import { FormDialog } from '../../../ui/feedback/dialogs/form-dialog.tsx'
import { toast } from '../../../ui/feedback/messages/toasts.ts'
import { useForm } from '../../../ui/forms/use-form.ts'
import { AreaField, InputField, SelectField } from '../../../ui/forms/field.tsx'
import { Inline } from '../../../ui/layout/parts.tsx'

export interface AttemptDialogProps {
  takedown: TakedownDetail
  attempt: Attempt
  onClose: () => void
}

/** Records what a provider answered, or that a form was submitted. */
export function AttemptDialog(props: AttemptDialogProps) {
  const { way, status } = props.attempt
  return way === 'form' && status === 'queued' ? <FormTask {...props} /> : <Progress {...props} />
}

const answers = ['acknowledged', 'actioned', 'refused', 'expired', 'bounced'] as const
type Answer = (typeof answers)[number]

function Progress({ takedown, attempt, onClose }: AttemptDialogProps) {
  const work = useTakedownWork(takedown)
  const form = useForm<{ status: Answer | ''; reference: string; answer: string }>({
    initial: {
      // Empty for the present one.
      status: '',
      reference: attempt.reference ?? '',
      answer: attempt.answer ?? '',
    },
    save: async ({ status, ...progress }) => {
      const { params, query } = work.to
      const body = { ...progress, ...(status === '' ? {} : { status }) }
      work.keep(await call(changeAttempt, { params: { ...params, attemptId: attempt.id }, query, body }))
      toast(t('saved'))
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      title={`${channelName(attempt)}, ${attempt.recipient}`}
      submitLabel={t('save')}
      onClose={onClose}
    >
      <SelectField
        label={t('status')}
        all={answers.filter((one) => one !== attempt.status)}
        none={['', t(`attempt.${attempt.status}`)]}
        labelOf={(key) => t(`attempt.${key}`)}
        {...form.field('status')}
      />
      <InputField label={t('providerCaseNumberOptional')} maxLength={200} {...form.field('reference')} />
      <AreaField label={t('reply')} maxLength={2000} {...form.field('answer')} />
    </FormDialog>
  )
}

/** What to enter in a provider's form, and what proves that it was submitted. */
function FormTask({ takedown, attempt, onClose }: AttemptDialogProps) {
  const work = useTakedownWork(takedown)
  const { params, query } = work.to
  const channels = keysIn(attemptChannels)
  const channel = channels.find((key) => attemptChannels[key] === attempt.channel) ?? 'other'
  const draft = useQuery({
    queryKey: [work.company, 'takedown', takedown.id, 'noticeDraft', channel, 'en'],
    queryFn: ({ signal }) => call(draftNotice, { params, query: { ...query, channel }, signal }),
  })
  const form = useForm({
    initial: { reference: '', proofFileId: '' },
    check: ({ reference, proofFileId }) => ({
      reference: reference.trim() === '' && proofFileId === '' && t('proofMissing'),
    }),
    save: async ({ reference, proofFileId }) => {
      const body = { status: 'sent', reference, ...(proofFileId ? { proofFileId } : {}) } as const
      work.keep(await call(changeAttempt, { params: { ...params, attemptId: attempt.id }, query, body }))
      toast(t('formSubmitted'))
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      title={`${channelName(attempt)}, ${attempt.recipient}`}
      width={640}
      submitLabel={t('markSubmitted')}
      onClose={onClose}
    >
      {attempt.link ? (
        <a href={attempt.link} target="_blank" rel="noopener noreferrer">
          {t('openForm')}
        </a>
      ) : null}
      <DataState query={draft} what={t('theNotice')} loading={<Skeleton lines={6} />}>
        {({ fields, text, files, missingRights }) => (
          <>
            <MissingRights rights={missingRights} />
            <Facts>
              {[...fields, { key: 'text' as const, value: text }].map(({ key, value }) => (
                <Fact key={`${key} ${value}`} label={t(`formField.${key}`)}>
                  <Inline justify="between" align="start">
                    <span>{key === 'text' ? t('letterOfNotice') : value}</span>
                    <Button
                      kind="quiet"
                      icon={<IconCopy size={16} stroke={1.7} aria-hidden="true" />}
                      onClick={() => copyText(value, t(`formField.${key}`))}
                    >
                      {t('copy')}
                    </Button>
                  </Inline>
                </Fact>
              ))}
            </Facts>
            <InputField
              label={t('providerCaseNumberOptional')}
              hint={t('proofHint')}
              maxLength={200}
              {...form.field('reference')}
            />
            {files.length > 0 ? (
              <SelectField
                label={t('proof')}
                none={['', t('none')]}
                all={files.map(({ id }) => id)}
                labelOf={(id) => files.find((file) => file.id === id)?.name ?? id}
                {...form.field('proofFileId')}
              />
            ) : null}
          </>
        )}
      </DataState>
    </FormDialog>
  )
}
