import {
  credentialNames,
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
import { InputField } from '../../ui/forms/field.tsx'
import { Tick } from '../../ui/forms/form-section.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { credentialWords } from './credential-words.ts'
import { t } from './words.ts'

/** Names that everybody may read while they are typed. */
const open = new Set<CredentialName>(['clientId', 'accountId', 'baseUrl'])

/** Switches a connector on or off and sets its account. */
export function ConnectorDialog({
  connector: { connector, state, credentials: stored },
  info: { label: name, credentials: needed },
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
      isOn: state !== 'off' || stored.length === 0,
      credentials: recordFrom(credentialNames, () => ''),
    },
    fields: needed.map((credential) => `credentials.${credential}`),
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
      <Tick label={t('isOn', { name })} isOn={form.values.isOn} onChange={(isOn) => form.set({ isOn })} />
      {needed.map((credential) => (
        <InputField
          key={credential}
          label={t(credentialWords[credential])}
          hint={stored.includes(credential) ? t('keptCredential') : undefined}
          type={open.has(credential) ? 'text' : 'password'}
          autoComplete="off"
          maxLength={2000}
          value={form.values.credentials[credential]}
          problem={problemAt(form.problems, `credentials.${credential}`)}
          onChange={(value) => form.set({ credentials: { ...form.values.credentials, [credential]: value } })}
        />
      ))}
    </FormDialog>
  )
}
