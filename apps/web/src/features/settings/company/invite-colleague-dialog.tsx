import { inviteColleague } from '@signet/contract/access/colleagues'
import { isEmailAddress } from '@signet/contract/access/credentials'
import { clientRoles, type ClientRole } from '@signet/contract/access/permissions'
import { call } from '../../../api/call.ts'
import { roleName, roleSentence } from '../../../format/names/role-words.ts'
import { useClientInfo } from '../../../session/client-info.ts'
import { useCompany } from '../../../session/company.ts'
import { FormDialog } from '../../../ui/feedback/dialogs/form-dialog.tsx'
import { snackbar } from '../../../ui/feedback/messages/toasts.ts'
import { InputField } from '../../../ui/forms/field.tsx'
import { TickOne } from '../../../ui/forms/tick-one.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { Card, Text } from '../../../ui/layout/parts.tsx'
import { t } from '../words.ts'

/** Invites a colleague by email. */
export function InviteColleagueDialog({ onInvited, onClose }: { onInvited: () => Promise<void>; onClose: () => void }) {
  const company = useCompany()
  const isMailKept = useClientInfo()?.isMailKept
  const form = useForm<{ email: string; name: string; role: ClientRole }>({
    initial: { email: '', name: '', role: 'client' },
    check: ({ email, name }) => ({
      email: !isEmailAddress(email.trim()) && t('userEmailRequired'),
      name: name.trim() === '' && t('userNameRequired'),
    }),
    save: async (values) => {
      const { email } = await call(inviteColleague, { query: { company }, body: values })
      snackbar(t('userInvited', { email }))
      await onInvited()
      onClose()
    },
  })
  return (
    <FormDialog form={form} title={t('inviteUser')} submitLabel={t('sendInvitation')} onClose={onClose}>
      {isMailKept && (
        <Card as="p" kind="note" tone="caution">
          {t('userMailKept')}
        </Card>
      )}
      <InputField
        label={t('userEmail')}
        hint={t('userEmailHint')}
        type="email"
        autoComplete="off"
        maxLength={254}
        {...form.field('email')}
      />
      <InputField label={t('userName')} autoComplete="off" maxLength={100} {...form.field('name')} />
      <TickOne
        label={t('userRole')}
        isWide
        all={clientRoles}
        labelOf={roleName}
        hintOf={roleSentence}
        {...form.field('role')}
      />
      <Text as="p" tone="quiet">
        {t('userFactorHint')}
      </Text>
    </FormDialog>
  )
}
