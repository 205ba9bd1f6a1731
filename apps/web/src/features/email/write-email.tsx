import { emailTemplateNames, sendEmail, type EmailTemplate } from '@signet/contract/messages/email'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState, type SyntheticEvent } from 'react'
import { call } from '../../api/call.ts'
import { problemAt, type Problems } from '../../api/field-problems.ts'
import { useCompanyNames } from '../../session/client-info.ts'
import { useUser } from '../../session/use-session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ConfirmDialog } from '../../ui/feedback/dialogs/confirm-dialog.tsx'
import { DataState, Skeleton } from '../../ui/feedback/data-state.tsx'
import { AreaField, InputField, SelectField } from '../../ui/forms/field.tsx'
import { FormProblem, FormSection, SaveBar } from '../../ui/forms/form-section.tsx'
import { snackbar } from '../../ui/feedback/messages/toasts.ts'
import { useForm } from '../../ui/forms/use-form.ts'
import { useSettled } from '../../ui/forms/use-settled.ts'
import { Split, Stack, Text } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'
import css from './email.module.css'
import { Audience, type ChosenAudience } from './audience.tsx'
import { previewQuery, recipientsQuery, templatesQuery, type Email } from './email.api.ts'
import { MailFrame } from './mail-frame.tsx'
import { sentenceOf } from '../../words/messages.ts'
import { locale } from '../../words/words.ts'

const fields = ['companies', 'users', 'template', 'subject', 'body']
const settleMs = 400
type TemplateName = (typeof emailTemplateNames)[number]

interface Draft {
  template: TemplateName
  subject: string
  body: string
}
interface Values {
  audience: ChosenAudience
  /** Null until the user edits the text of the first template. */
  draft: Draft | null
}
type Recipients = Pick<Email, 'companies' | 'users'>

/** The form: recipients, template, preview, a test email, and sending with the exact number of recipients. */
export function WriteEmail({ onSent }: { onSent: () => void }) {
  const user = useUser()
  const client = useQueryClient()
  const lackingId = useId()
  const templates = useQuery(templatesQuery)
  const [isConfirming, setIsConfirming] = useState(false)
  const [isTest, setIsTest] = useState(false)
  const send = async ({ draft: written }: Values, to: Recipients) => {
    const body = { ...(written ?? draftOf(templates.data, 'message')), ...to }
    const sent = await call(sendEmail, { body })
    await client.invalidateQueries({ queryKey: ['email', 'sent'] })
    return sent
  }
  const form = useForm<Values>({
    initial: { audience: { kind: 'companies', companies: [], users: [] }, draft: null },
    fields,
    save: async (values) => {
      const sent = await send(values, recipientsOf(values.audience))
      snackbar(t('sending', { count: sent.recipients }))
      onSent()
    },
  })
  const { audience, draft } = form.values
  const words = draft ?? draftOf(templates.data, 'message')
  const chosen = audience[audience.kind]
  const to = recipientsOf(audience)
  const nobody = chosen.length === 0
  // A separate query, so that a count is never that of another selection and typing doesn't count again.
  const count = useQuery({ ...recipientsQuery(to), enabled: !nobody })
  const recipients = nobody ? 0 : count.data
  const isUncounted = !nobody && count.isError

  // The missing fields are listed next to the disabled button.
  const unwritten = [
    words.subject.trim() === '' && t('enterSubject'),
    words.body.trim() === '' && t('enterMessage'),
  ].filter((part) => part !== false)
  const lacking =
    (unwritten.length > 0
      ? t(nobody ? 'lackingRecipientsToo' : 'lacking', { parts: sentenceWith(unwritten) })
      : null) ??
    (nobody ? t('chooseRecipients') : null) ??
    (isUncounted ? t('recipientsNotCounted') : null) ??
    (recipients === 0 ? t('noReachableRecipients') : recipients === undefined ? t('counting') : null)

  const sendTest = () => {
    setIsTest(true)
    form.submit(async (values) => {
      await send(values, { users: [user.id] })
      snackbar(t('sendingTest', { email: user.email }))
    })
  }
  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (!lacking && recipients) setIsConfirming(true)
  }
  return (
    <Split align="start" tracks="minmax(0, 640px) minmax(280px, 520px)">
      <Stack
        as="form"
        {...form.props}
        className={lacking ? css.lacking : undefined}
        aria-label={t('newEmail')}
        onSubmit={onSubmit}
      >
        <Audience
          value={audience}
          problem={problemAt(form.problems, audience.kind)}
          recipients={isUncounted ? null : recipients}
          onChange={(chosenAudience) => form.set({ audience: chosenAudience })}
        />
        <FormSection title={t('email')}>
          <DataState query={templates} what={t('templatesToLoad')} loading={<Skeleton lines={8} />}>
            {(all) => (
              <Words
                words={words}
                templates={all}
                problems={form.problems}
                onChange={(text) => form.set({ draft: text })}
              />
            )}
          </DataState>
        </FormSection>
        <SaveBar>
          <FormProblem>{form.problems.form}</FormProblem>
          <Button
            type="submit"
            kind="primary"
            isBusy={form.isBusy && !isTest}
            disabled={form.isBusy || lacking !== null}
            aria-describedby={lacking ? lackingId : undefined}
          >
            {recipients ? t('sendToPeople', { count: recipients }) : t('send')}
          </Button>
          <Button
            isBusy={form.isBusy && isTest}
            disabled={form.isBusy || unwritten.length > 0}
            aria-describedby={unwritten.length > 0 ? lackingId : undefined}
            onClick={sendTest}
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
      <Preview words={templates.isPending ? null : words} to={nobody ? null : to} />
      {isConfirming && (
        <Confirm
          words={words}
          audience={audience}
          recipients={recipients}
          onSend={() => {
            setIsConfirming(false)
            setIsTest(false)
            form.submit()
          }}
          onClose={() => setIsConfirming(false)}
        />
      )}
    </Split>
  )
}

/** The email as its first recipient gets it, or as the user would until recipients are selected. Nothing before its text has loaded. */
function Preview({ words, to }: { words: Draft | null; to: Recipients | null }) {
  const user = useUser()
  const preview = useQuery(previewQuery(useSettled(to && words && previewOf(words, to), settleMs)))
  const own = useSettled(words && previewOf(words, { users: [user.id] }), settleMs)
  const ownPreview = useQuery({ ...previewQuery(own), enabled: to === null })
  const shown = to === null ? ownPreview : preview
  return (
    <aside className="beside" aria-label={t('preview')}>
      <FormSection title={t('preview')} hint={to === null ? t('previewForYou') : t('previewForRecipient')}>
        <DataState query={shown} what={t('previewToLoad')} loading={<Skeleton lines={8} />}>
          {({ html }) => <MailFrame html={html} />}
        </DataState>
      </FormSection>
    </aside>
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
  templates: readonly EmailTemplate[]
  problems: Problems
  onChange: (draft: Draft) => void
}) {
  const own = draftOf(templates, words.template)
  const nameOf = (name: TemplateName) => {
    const known = templates.find(({ template }) => template === name)?.name
    return known === undefined ? '' : sentenceOf(known)
  }
  const isOwn = words.subject === own.subject && words.body === own.body
  const choose = (template: TemplateName) =>
    // Text that the user wrote is kept when they browse the templates.
    onChange(isOwn || words.body.trim() === '' ? draftOf(templates, template) : { ...words, template })
  return (
    <>
      <SelectField
        label={t('template')}
        all={emailTemplateNames}
        labelOf={nameOf}
        value={words.template}
        problem={problemAt(problems, 'template')}
        onChange={choose}
      />
      {!isOwn && own.body !== '' && (
        <div>
          <Button onClick={() => onChange(own)}>{t('resetToTemplate')}</Button>
        </div>
      )}
      <InputField
        label={t('subject')}
        maxLength={200}
        value={words.subject}
        problem={problemAt(problems, 'subject')}
        onChange={(subject) => onChange({ ...words, subject })}
      />
      <AreaField
        leastPx={240}
        label={t('body')}
        hint={t('placeholdersHint')}
        maxLength={20_000}
        value={words.body}
        problem={problemAt(problems, 'body')}
        onChange={(body) => onChange({ ...words, body })}
      />
    </>
  )
}

/** What is to be done, as a sentence in the language of the page: "Enter a subject and enter a message". */
function sentenceWith(parts: readonly string[]): string {
  const all = new Intl.ListFormat(locale(), { type: 'conjunction' }).format(parts)
  return all.charAt(0).toLocaleUpperCase() + all.slice(1)
}

function recipientsOf({ kind, companies, users }: ChosenAudience): Recipients {
  return kind === 'companies' ? { companies } : { users }
}

function draftOf(templates: readonly EmailTemplate[] | undefined, template: TemplateName): Draft {
  const known = templates?.find((one) => one.template === template)
  return { template, subject: known ? sentenceOf(known.subject) : '', body: known ? sentenceOf(known.body) : '' }
}

/** An email that can be previewed while parts of it are still missing. */
function previewOf(words: Draft, to: Recipients): Email {
  const subject = words.subject.trim() || t('noSubjectYet')
  return { ...words, subject, body: words.body.trim() || t('noTextYet'), ...to }
}
