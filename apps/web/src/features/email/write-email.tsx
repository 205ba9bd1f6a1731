import { emailTemplateNames, sendEmail, type EmailTemplate } from '@signet/contract/email'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState, type FormEvent } from 'react'
import { call } from '../../api/call.ts'
import { focusFirstProblem, noProblems, problemAt, problemsOf, type Problems } from '../../api/field-problems.ts'
import { useCompanyNames } from '../../session/client-info.ts'
import { useUser } from '../../session/use-session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx'
import { DataState, Skeleton, StateBlock } from '../../ui/feedback/data-state.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { FormProblem, FormSection, SaveBar } from '../../ui/forms/form-section.tsx'
import { snackbar } from '../../ui/feedback/toasts.ts'
import { useSettled } from '../../ui/forms/use-settled.ts'
import { Stack, Text } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'
import { Audience, type ChosenAudience } from './audience.tsx'
import { previewQuery, recipientsQuery, templatesQuery, type Email } from './email.api.ts'
import css from './email.module.css'
import { MailFrame } from './mail-frame.tsx'
import { valueName } from '../../words/named/name-of.ts'

const fields = ['companies', 'users', 'template', 'subject', 'body']
const settleMs = 400
type TemplateName = (typeof emailTemplateNames)[number]

interface Draft {
  template: TemplateName
  subject: string
  body: string
}

/** The form: recipients, template, preview, a test email, and sending with the exact number of recipients. */
export function WriteEmail({ onSent }: { onSent: () => void }) {
  const user = useUser()
  const client = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const lackingId = useId()
  const templates = useQuery(templatesQuery).data
  const [audience, setAudience] = useState<ChosenAudience>({ kind: 'companies', companies: [], users: [] })
  const [draft, setDraft] = useState<Draft | null>(null)
  const [problems, setProblems] = useState<Problems>(noProblems)
  const [busy, setBusy] = useState<'test' | 'send' | null>(null)
  const [isAsked, setIsAsked] = useState(false)
  const words = draft ?? draftOf(templates, 'message')
  const chosen = audience[audience.kind]
  const to = audience.kind === 'companies' ? { companies: audience.companies } : { users: audience.users }
  const nobody = chosen.length === 0
  const counted = useSettled(nobody ? null : previewOf(words, to), settleMs)
  const preview = useQuery(previewQuery(counted))
  // A separate query, so that a count is never that of another selection and typing doesn't count again.
  const count = useQuery({ ...recipientsQuery(to), enabled: !nobody })
  const recipients = nobody ? 0 : count.data
  const isUncounted = !nobody && count.isError
  // A preview for the user's own account until recipients are selected.
  const own = useSettled(previewOf(words, { users: [user.id] }), settleMs)
  const ownPreview = useQuery({ ...previewQuery(own), enabled: nobody })
  const shown = nobody ? ownPreview : preview

  // The missing fields are listed next to the disabled button.
  const unwritten =
    words.subject.trim() === '' ? t('subjectRequired') : words.body.trim() === '' ? t('bodyRequired') : null
  const lacking =
    unwritten ??
    (nobody ? t('recipientsRequired') : null) ??
    (isUncounted ? t('recipientsNotCounted') : null) ??
    (recipients === 0 ? t('noReachableRecipients') : recipients === undefined ? t('counting') : null)
  const isBlank = words.subject.trim() === '' && words.body === draftOf(templates, words.template).body

  const refuse = (found: Problems) => {
    setProblems(found)
    focusFirstProblem(form.current)
  }
  const send = async (what: 'test' | 'send') => {
    setIsAsked(false)
    setBusy(what)
    try {
      const body: Email = { ...words, ...(what === 'test' ? { users: [user.id] } : to) }
      const sent = await call(sendEmail, { body })
      setProblems(noProblems)
      await client.invalidateQueries({ queryKey: ['email', 'sent'] })
      if (what === 'test') snackbar(t('sendingTest', { email: user.email }))
      else {
        snackbar(t('sending', { count: sent.recipients }))
        onSent()
      }
    } catch (error) {
      refuse(problemsOf(error, fields))
    } finally {
      setBusy(null)
    }
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!lacking && recipients) setIsAsked(true)
  }
  return (
    <div className={`${css.columns} split`}>
      <Stack ref={form} as="form" noValidate aria-label={t('newEmail')} onSubmit={onSubmit}>
        <Audience
          value={audience}
          problem={problemAt(problems, audience.kind)}
          recipients={isUncounted ? null : recipients}
          onChange={setAudience}
        />
        <FormSection title={t('email')}>
          <Words words={words} templates={templates} problems={problems} onChange={setDraft} />
        </FormSection>
        <SaveBar>
          <FormProblem>{problems.form}</FormProblem>
          <Button
            type="submit"
            kind="primary"
            isBusy={busy === 'send'}
            disabled={busy !== null || lacking !== null}
            aria-describedby={lacking ? lackingId : undefined}
          >
            {recipients ? t('sendToPeople', { count: recipients }) : t('send')}
          </Button>
          <Button
            isBusy={busy === 'test'}
            disabled={busy !== null || unwritten !== null}
            aria-describedby={lacking ? lackingId : undefined}
            onClick={() => void send('test')}
          >
            {t('sendTestEmail')}
          </Button>
          {lacking && (
            <Text id={lackingId} tone="quiet">
              {lacking}
            </Text>
          )}
        </SaveBar>
      </Stack>
      <aside className={css.aside} aria-label={t('preview')}>
        <FormSection
          title={t('preview')}
          hint={isBlank ? undefined : nobody ? t('previewForYou') : t('previewForRecipient')}
        >
          {isBlank ? (
            <StateBlock title={t('noMessage')}>{t('noMessageHint')}</StateBlock>
          ) : (
            <DataState query={shown} what={t('previewToLoad')} loading={<Skeleton lines={8} />}>
              {({ html }) => <MailFrame html={html} />}
            </DataState>
          )}
        </FormSection>
      </aside>
      {isAsked && (
        <Confirm
          words={words}
          audience={audience}
          recipients={recipients}
          onSend={() => void send('send')}
          onClose={() => setIsAsked(false)}
        />
      )}
    </div>
  )
}

interface ConfirmProps {
  words: Draft
  audience: ChosenAudience
  recipients: number | undefined
  onSend: () => void
  onClose: () => void
}

function Confirm({ words, audience, recipients = 0, onSend, onClose }: ConfirmProps) {
  const nameOf = useCompanyNames()
  const examples = audience.kind === 'companies' ? audience.companies.slice(0, 3).map(nameOf) : []
  return (
    <ConfirmDialog
      title={t('sendTitle', { count: recipients })}
      text={t('sendConsequence', { subject: words.subject })}
      examples={examples}
      moreCount={audience.kind === 'companies' ? audience.companies.length - examples.length : 0}
      confirmLabel={t('sendNow')}
      onConfirm={onSend}
      onClose={onClose}
    />
  )
}

function Words({
  words,
  templates,
  problems,
  onChange,
}: {
  words: Draft
  templates: readonly EmailTemplate[] | undefined
  problems: Problems
  onChange: (draft: Draft) => void
}) {
  const own = draftOf(templates, words.template)
  const nameOf = (name: TemplateName) => {
    const known = templates?.find(({ template }) => template === name)?.name
    return known === undefined ? '' : valueName(known)
  }
  const isOwn = words.subject === own.subject && words.body === own.body
  const choose = (template: TemplateName) =>
    // Text that the user wrote is kept when they browse the templates.
    onChange(isOwn || words.body.trim() === '' ? draftOf(templates, template) : { ...words, template })
  return (
    <>
      <Field label={t('template')} problem={problemAt(problems, 'template')}>
        {(control) => (
          <select {...control} value={words.template} onChange={(event) => choose(event.target.value as TemplateName)}>
            {emailTemplateNames.map((name) => (
              <option key={name} value={name}>
                {nameOf(name)}
              </option>
            ))}
          </select>
        )}
      </Field>
      {!isOwn && own.body !== '' && (
        <div>
          <Button onClick={() => onChange(own)}>{t('resetToTemplate')}</Button>
        </div>
      )}
      <Field label={t('subject')} problem={problemAt(problems, 'subject')}>
        {(control) => (
          <input
            {...control}
            maxLength={200}
            value={words.subject}
            onChange={(event) => onChange({ ...words, subject: event.target.value })}
          />
        )}
      </Field>
      <div className={css.text}>
        <Field label={t('body')} hint={t('placeholdersHint')} problem={problemAt(problems, 'body')}>
          {(control) => (
            <textarea
              {...control}
              maxLength={20_000}
              value={words.body}
              onChange={(event) => onChange({ ...words, body: event.target.value })}
            />
          )}
        </Field>
      </div>
    </>
  )
}

function draftOf(templates: readonly EmailTemplate[] | undefined, template: TemplateName): Draft {
  const { subject = '', body = '' } = templates?.find((one) => one.template === template) ?? {}
  return { template, subject, body }
}

/** An email that can be previewed while parts of it are still missing. */
function previewOf(words: Draft, to: Pick<Email, 'companies' | 'users'>): Email {
  const subject = words.subject.trim() || t('noSubjectYet')
  return { ...words, subject, body: words.body.trim() || t('noTextYet'), ...to }
}
