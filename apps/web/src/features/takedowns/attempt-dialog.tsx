import { addAttempt, changeAttempt } from '@signet/contract/takedown-work'
import {
  attemptChannels,
  attemptStatuses,
  type Attempt,
  type AttemptChannel,
  type AttemptStatus,
  type TakedownDetail,
} from '@signet/contract/takedowns'
import { useState, type FormEvent } from 'react'
import { call } from '../../api/call.ts'
import { noProblems, problemsOf } from '../../api/field-problems.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog, DialogActions } from '../../ui/feedback/dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { FormProblem } from '../../ui/forms/form-section.tsx'
import { toast } from '../../ui/feedback/toasts.ts'
import { Stack } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'
import { useTakedownWork } from './use-takedown-work.ts'
import { valueName } from '../../words/named/name-of.ts'

const channels = Object.keys(attemptChannels) as AttemptChannel[]

/** Writes down a channel, or how one went on. */
export function AttemptDialog({
  takedown,
  attempt,
  onClose,
}: {
  takedown: TakedownDetail
  /** Null for a new one. */
  attempt: Attempt | null
  onClose: () => void
}) {
  const work = useTakedownWork(takedown)
  const [channel, setChannel] = useState<AttemptChannel>('hosting')
  const [recipient, setRecipient] = useState('')
  const [status, setStatus] = useState<AttemptStatus>(attempt?.status ?? 'sent')
  const [reference, setReference] = useState(attempt?.reference ?? '')
  const [answer, setAnswer] = useState(attempt?.answer ?? '')
  const [problems, setProblems] = useState(noProblems)
  const [isBusy, setIsBusy] = useState(false)

  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (!attempt && recipient.trim() === '') {
      setProblems({ fields: { recipient: t('whoWasAsked') }, form: null })
      return
    }
    setIsBusy(true)
    try {
      const said = { status, reference, answer }
      work.keep(
        attempt
          ? await call(changeAttempt, {
              params: { ...work.to.params, attemptId: attempt.id },
              query: work.to.query,
              body: said,
            })
          : await call(addAttempt, { ...work.to, body: { channel, recipient, ...said } }),
      )
      toast(t('saved'))
      onClose()
    } catch (error) {
      setProblems(problemsOf(error, ['channel', 'recipient', 'status', 'reference', 'answer']))
      setIsBusy(false)
    }
  }
  return (
    <Dialog
      title={attempt ? `${valueName(attempt.channel)}, ${attempt.recipient}` : t('addAChannel')}
      onClose={onClose}
    >
      <Stack as="form" gap={3} onSubmit={(event) => void save(event)} noValidate>
        {attempt ? null : (
          <>
            <Field label={t('channel')} problem={problems.fields['channel']}>
              {(control) => (
                <select
                  {...control}
                  value={channel}
                  onChange={(event) => setChannel(event.target.value as AttemptChannel)}
                >
                  {channels.map((key) => (
                    <option key={key} value={key}>
                      {valueName(attemptChannels[key])}
                    </option>
                  ))}
                </select>
              )}
            </Field>
            <Field label={t('recipient')} hint={t('deskFormOrAddressE')} problem={problems.fields['recipient']}>
              {(control) => (
                <input
                  {...control}
                  maxLength={200}
                  value={recipient}
                  onChange={(event) => setRecipient(event.target.value)}
                />
              )}
            </Field>
          </>
        )}
        <Field label={t('howItStands')} problem={problems.fields['status']}>
          {(control) => (
            <select {...control} value={status} onChange={(event) => setStatus(event.target.value as AttemptStatus)}>
              {attemptStatuses.map((key) => (
                <option key={key} value={key}>
                  {t(`attempt.${key}`)}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={t('caseNumberOfTheProvider')} problem={problems.fields['reference']}>
          {(control) => (
            <input
              {...control}
              maxLength={200}
              value={reference}
              onChange={(event) => setReference(event.target.value)}
            />
          )}
        </Field>
        <Field label={t('whatTheyAnsweredOptional')} problem={problems.fields['answer']}>
          {(control) => (
            <textarea
              {...control}
              maxLength={2000}
              value={answer}
              onChange={(event) => setAnswer(event.target.value)}
            />
          )}
        </Field>
        <FormProblem>{problems.form}</FormProblem>
        <DialogActions>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="primary" type="submit" isBusy={isBusy}>
            {t('save')}
          </Button>
        </DialogActions>
      </Stack>
    </Dialog>
  )
}
