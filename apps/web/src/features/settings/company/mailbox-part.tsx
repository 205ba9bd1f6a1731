import {
  deleteMailbox,
  getMailbox,
  mailboxGrants,
  mailboxSecurities,
  putMailbox,
  type Mailbox,
} from '@signet/contract/takedowns/mailboxes'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { problemAt } from '../../../api/field-problems.ts'
import { useCompany } from '../../../session/company.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { useAction } from '../../../ui/controls/use-action.ts'
import { ConfirmDialog } from '../../../ui/feedback/dialogs/confirm-dialog.tsx'
import { DataState, Skeleton } from '../../../ui/feedback/data-state.tsx'
import { FormDialog } from '../../../ui/feedback/dialogs/form-dialog.tsx'
import { toast } from '../../../ui/feedback/messages/toasts.ts'
import { InputField, SelectField } from '../../../ui/forms/field.tsx'
import { FormSection } from '../../../ui/forms/form-section.tsx'
import { useForm, type Form } from '../../../ui/forms/use-form.ts'
import { Inline, Stack, Text } from '../../../ui/layout/parts.tsx'
import { TimeAgo } from '../../../ui/text/time-text.tsx'
import { sentenceOf } from '../../../words/messages.ts'
import { t } from '../words.ts'

const mailboxKey = (company: string) => [company, 'settings', 'mailbox'] as const
/** A new mailbox is read within seconds. */
const readAgainMs = 5_000

/** The mailbox that replies of providers are read from, and whether it can be read. */
export function MailboxPart() {
  const company = useCompany()
  const client = useQueryClient()
  const [dialog, setDialog] = useState<'edit' | 'delete' | null>(null)
  const query = useQuery({
    queryKey: mailboxKey(company),
    refetchInterval: readAgainMs,
    queryFn: ({ signal }) => call(getMailbox, { query: { company }, signal }),
  })
  const keep = (mailbox: Mailbox | null) => client.setQueryData(mailboxKey(company), mailbox)
  const close = () => setDialog(null)
  return (
    <FormSection title={t('mailbox')} hint={t('mailboxHint')}>
      <DataState query={query} what={t('mailboxToLoad')} loading={<Skeleton lines={4} />}>
        {(mailbox) => (
          <Stack gap={2}>
            {mailbox ? <MailboxState mailbox={mailbox} /> : <Text as="p">{t('mailboxNone')}</Text>}
            <Inline gap={1}>
              <Button onClick={() => setDialog('edit')}>{t(mailbox ? 'changeMailbox' : 'setMailbox')}</Button>
              {mailbox && (
                <Button kind="quiet" onClick={() => setDialog('delete')}>
                  {t('deleteMailbox')}
                </Button>
              )}
            </Inline>
            {dialog === 'edit' && <MailboxDialog mailbox={mailbox} onSaved={keep} onClose={close} />}
            {dialog === 'delete' && mailbox && <DeleteDialog mailbox={mailbox} onDeleted={keep} onClose={close} />}
          </Stack>
        )}
      </DataState>
    </FormSection>
  )
}

function MailboxState({ mailbox }: { mailbox: Mailbox }) {
  const { user, host, port, folder, problem, retryAt, checkedAt, mailsRead, postponed, unreadable } = mailbox
  return (
    <Stack gap="half">
      <Text as="strong" weight="medium">
        {user} · {host}:{port} · {folder}
      </Text>
      {problem ? (
        <Text as="p" role="status">
          {t('mailboxFailed', { problem: sentenceOf(problem) })} {retryAt && <TimeAgo isWithin at={retryAt} />}
        </Text>
      ) : (
        checkedAt === null && <Text as="p">{t('mailboxNotRead')}</Text>
      )}
      {checkedAt && (
        <small>
          {t('mailboxRead', { count: mailsRead })} <TimeAgo isWithin at={checkedAt} />
        </small>
      )}
      {postponed > 0 && <small>{t('mailboxPostponed', { count: postponed })}</small>}
      {unreadable > 0 && <small>{t('mailboxUnreadable', { count: unreadable })}</small>}
    </Stack>
  )
}

function MailboxDialog({
  mailbox,
  onSaved,
  onClose,
}: {
  mailbox: Mailbox | null
  onSaved: (mailbox: Mailbox | null) => void
  onClose: () => void
}) {
  const company = useCompany()
  const { host = '', port = 993, security = 'tls', user = '', folder = 'INBOX', version = 0 } = mailbox ?? {}
  const { grant = 'password', tokenUrl = '', clientId = '', scope = '' } = mailbox?.oauth ?? {}
  const form = useForm<MailboxForm>({
    initial: {
      host,
      port: String(port),
      security,
      user,
      folder,
      password: '',
      oauth: { grant, tokenUrl, clientId, clientSecret: '', scope, refreshToken: '' },
    },
    save: async ({ port: written, password, oauth: entered, ...account }) => {
      const body = { ...account, port: Number(written), version, ...signInOf(password, entered) }
      onSaved(await call(putMailbox, { query: { company }, body }))
      toast(t('saved'))
      onClose()
    },
  })
  const { oauth } = form.values
  return (
    <FormDialog form={form} title={t('mailbox')} submitLabel={t('save')} onClose={onClose}>
      <InputField label={t('mailHost')} hint={t('mailHostHint')} maxLength={253} {...form.field('host')} />
      <InputField label={t('mailPort')} type="number" min={1} max={65_535} {...form.field('port')} />
      <SelectField
        label={t('mailSecurity')}
        all={mailboxSecurities}
        labelOf={(one) => t(`mailSecurity.${one}`)}
        {...form.field('security')}
      />
      <InputField label={t('mailUser')} autoComplete="off" maxLength={200} {...form.field('user')} />
      <SelectField
        label={t('mailSignIn')}
        hint={t('mailSignInHint')}
        all={signIns}
        labelOf={(one) => t(`mailSignIn.${one}`)}
        value={oauth.grant}
        onChange={(chosen) => form.set({ oauth: { ...oauth, grant: chosen } })}
      />
      {oauth.grant === 'password' ? (
        <InputField
          label={t('mailPassword')}
          hint={mailbox && !mailbox.oauth ? t('mailPasswordHint') : undefined}
          type="password"
          autoComplete="off"
          maxLength={500}
          {...form.field('password')}
        />
      ) : (
        <OAuthFields form={form} isStored={mailbox?.oauth?.grant === oauth.grant} />
      )}
      <InputField label={t('mailFolder')} maxLength={200} {...form.field('folder')} />
    </FormDialog>
  )
}

const signIns = ['password', ...mailboxGrants] as const

interface MailboxForm {
  host: string
  port: string
  security: Mailbox['security']
  user: string
  folder: string
  password: string
  oauth: Record<'tokenUrl' | 'clientId' | 'clientSecret' | 'scope' | 'refreshToken', string> & {
    grant: (typeof signIns)[number]
  }
}

/** What the user signs in with; an empty secret keeps the stored one. */
function signInOf(password: string, { grant, clientSecret, refreshToken, ...client }: MailboxForm['oauth']) {
  if (grant === 'password') return password === '' ? {} : { password }
  return {
    oauth: {
      ...client,
      grant,
      ...(clientSecret === '' ? {} : { clientSecret }),
      ...(grant === 'refreshToken' && refreshToken !== '' ? { refreshToken } : {}),
    },
  }
}

/** What access tokens are requested with. */
function OAuthFields({ form, isStored }: { form: Form<MailboxForm>; isStored: boolean }) {
  const { oauth } = form.values
  const field = (name: Exclude<keyof typeof oauth, 'grant'>) => ({
    value: oauth[name],
    problem: problemAt(form.problems, `oauth.${name}`),
    onChange: (value: string) => form.set({ oauth: { ...oauth, [name]: value } }),
  })
  const secret = {
    hint: isStored ? t('mailSecretHint') : undefined,
    type: 'password',
    autoComplete: 'off',
  }
  const isUser = oauth.grant === 'refreshToken'
  return (
    <>
      <InputField
        label={t('mailTokenUrl')}
        hint={t(isUser ? 'mailTokenUrlUserHint' : 'mailTokenUrlHint')}
        maxLength={2000}
        {...field('tokenUrl')}
      />
      <InputField label={t('mailClientId')} autoComplete="off" maxLength={500} {...field('clientId')} />
      <InputField label={t('mailClientSecret')} {...secret} maxLength={1000} {...field('clientSecret')} />
      {isUser && <InputField label={t('mailRefreshToken')} {...secret} maxLength={4000} {...field('refreshToken')} />}
      <InputField
        label={t('mailScope')}
        hint={t(isUser ? 'mailScopeUserHint' : 'mailScopeHint')}
        maxLength={1000}
        {...field('scope')}
      />
    </>
  )
}

function DeleteDialog({
  mailbox: { user, host },
  onDeleted,
  onClose,
}: {
  mailbox: Mailbox
  onDeleted: (none: null) => void
  onClose: () => void
}) {
  const company = useCompany()
  const { isBusy, run } = useAction(async () => {
    await call(deleteMailbox, { query: { company } })
    onDeleted(null)
    onClose()
  })
  return (
    <ConfirmDialog
      title={t('deleteMailbox')}
      text={t('deleteMailboxText', { name: `${user} (${host})` })}
      confirmLabel={t('deleteMailbox')}
      isDangerous
      isBusy={isBusy}
      onConfirm={run}
      onClose={onClose}
    />
  )
}
