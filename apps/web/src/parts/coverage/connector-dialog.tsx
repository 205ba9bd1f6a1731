import {
  credentialNames,
  isCollecting,
  putConnector,
  type CompanyConnector,
  type ConnectorInfo,
  type CredentialName,
} from '@signet/contract/collection/connectors'
import { recordFrom } from '@signet/contract/narrow'
import { call } from '../../api/call.ts'
import { problemAt } from '../../api/field-problems.ts'
import { useCompany } from '../../session/company.ts'
import { FormDialog } from '../../ui/feedback/dialogs/form-dialog.tsx'
import { toast } from '../../ui/feedback/messages/toasts.ts'
import { AreaField, InputField } from '../../ui/forms/field.tsx'
import { Tick } from '../../ui/forms/form-section.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { credentialWords } from './credential-words.ts'
import { t, type Word } from './words.ts'

const none: readonly CredentialName[] = []
/** Names that everybody may read while they are typed. */
const open = new Set<CredentialName>([
  'clientId',
  'accountId',
  'baseUrl',
  'mailServer',
  'user',
  'tokenUrl',
  'scope',
  'apiId',
])

/** What is entered, where the label doesn't say it all. */
const hints: Partial<Record<CredentialName, Word>> = {
  mailServer: 'mailServerHint',
  password: 'passwordHint',
  apiId: 'apiIdHint',
  session: 'sessionHint',
}

/** Switches a connector on or off and sets its account. */
export function ConnectorDialog({
  connector: { connector, state, credentials: stored },
  info: { label: name, credentials: needed, optional = none },
  onSaved,
  onClose,
}: {
  connector: CompanyConnector
  info: ConnectorInfo
  onSaved: (all: CompanyConnector[]) => void
  onClose: () => void
}) {
  const company = useCompany()
  const form = useForm({
    initial: {
      isOn: isCollecting(connector) && (state !== 'off' || stored.length === 0),
      credentials: recordFrom(credentialNames, () => ''),
    },
    fields: [...needed, ...optional].map((credential) => `credentials.${credential}`),
    save: async ({ isOn, credentials: entered }) => {
      const credentials = Object.fromEntries(Object.entries(entered).filter(([, value]) => value !== ''))
      const body = { isOn, credentials }
      onSaved(await call(putConnector, { params: { connector }, query: { company }, body }))
      toast(t('connectorSaved'))
      onClose()
    },
  })
  return (
    <FormDialog form={form} title={name} submitLabel={t('save')} onClose={onClose}>
      {isCollecting(connector) && (
        <Tick label={t('isOn', { name })} isOn={form.values.isOn} onChange={(isOn) => form.set({ isOn })} />
      )}
      {[...needed, ...optional].map((credential) => {
        const label = t(credentialWords[credential])
        const field = {
          label: optional.includes(credential) ? t('optional', { label }) : label,
          autoComplete: 'off',
          value: form.values.credentials[credential],
          problem: problemAt(form.problems, `credentials.${credential}`),
          onChange: (value: string) => form.set({ credentials: { ...form.values.credentials, [credential]: value } }),
        }
        const kept = stored.includes(credential) ? t('keptCredential') : undefined
        const own = hints[credential]
        const hint = kept ?? (own && t(own))
        return credential === 'feeds' ? (
          <AreaField key={credential} {...field} hint={t('feedsHint')} placeholder={kept} rows={6} maxLength={20_000} />
        ) : (
          <InputField
            key={credential}
            {...field}
            hint={hint}
            type={open.has(credential) ? 'text' : 'password'}
            maxLength={4000}
          />
        )
      })}
    </FormDialog>
  )
}
