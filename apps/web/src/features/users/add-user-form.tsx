import { isEmailAddress } from '@signet/contract/access/credentials'
import { addUser } from '@signet/contract/access/users'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useClientInfo } from '../../session/client-info.ts'
import { currentCompany } from '../../session/company.ts'
import { Button } from '../../ui/controls/button.tsx'
import { FormProblem, FormSection, SaveBar } from '../../ui/forms/form-section.tsx'
import { snackbar } from '../../ui/feedback/messages/toasts.ts'
import { Card, Split, Stack, Text } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'
import { InvitationLink } from './invitation-link.tsx'
import { needsSecondFactor } from './role-rules.ts'
import { CompanyFields, RoleField, type UserAccess } from './user-fields.tsx'
import { keepUser } from './users.api.ts'
import { RolePreview } from './role-preview.tsx'
import { InputField } from '../../ui/forms/field.tsx'
import { Rich } from '../../ui/text/rich.tsx'
import { useForm } from '../../ui/forms/use-form.ts'

/** Invites a person by email with a role and companies, and previews their menu. */
export function AddUserForm({ onOpen }: { onOpen: (userId: string) => void }) {
  const isMailKept = useClientInfo()?.isMailKept
  const [invited, setInvited] = useState<{ id: string; email: string } | null>(null)
  const form = useForm<UserAccess & { email: string; name: string }>({
    initial: () => ({ email: '', name: '', role: 'client', company: currentCompany(), adminCompanies: [] }),
    check: ({ email, name, company }) => ({
      email: !isEmailAddress(email.trim()) && t('emailRequired'),
      name: name.trim() === '' && t('nameRequired'),
      company: company === '' && t('selectCompany'),
    }),
    save: async (values) => {
      const user = await call(addUser, { body: { ...values, adminCompanies: [...values.adminCompanies] } })
      form.set({ email: '', name: '' })
      snackbar(t('userInvited', { email: user.email }), {
        action: { label: t('view'), run: () => onOpen(user.id) },
      })
      setInvited(user)
      await keepUser(user)
      form.props.ref.current?.querySelector<HTMLElement>('input')?.focus()
    },
  })
  const { role, company, adminCompanies } = form.values
  return (
    <Split align="start" tracks="minmax(0, 640px) minmax(240px, 320px)">
      <Stack as="form" aria-label={t('inviteUser')} {...form.props}>
        {isMailKept && (
          <Card as="p" kind="note" tone="caution">
            {t('mailKept')}
          </Card>
        )}
        {isMailKept && invited && <InvitationLink key={invited.id} user={invited} />}
        <FormSection title={t('user')}>
          <InputField
            label={t('email')}
            hint={isMailKept ? <WhereInvitationIs /> : t('emailHint')}
            type="email"
            autoComplete="off"
            maxLength={254}
            {...form.field('email')}
          />
          <InputField label={t('name')} autoComplete="off" maxLength={100} {...form.field('name')} />
        </FormSection>
        <FormSection title={t('role')}>
          <RoleField value={form.values} problems={form.problems} onChange={form.set} />
        </FormSection>
        <FormSection title={t('companies')}>
          <CompanyFields value={form.values} problems={form.problems} onChange={form.set} />
        </FormSection>
        <SaveBar>
          <FormProblem>{form.problems.form}</FormProblem>
          <Button type="submit" kind="primary" isBusy={form.isBusy}>
            {isMailKept ? t('createInvitation') : t('sendInvitation')}
          </Button>
          {needsSecondFactor(role) && <Text tone="quiet">{t('twoFactorHint')}</Text>}
        </SaveBar>
      </Stack>
      <aside className="beside" aria-label={t('menuPreview')}>
        <FormSection title={t('menuPreview')}>
          <RolePreview role={role} company={adminCompanies[0] ?? company} />
        </FormSection>
      </aside>
    </Split>
  )
}

/** Where the link of an invitation is when emails are kept; all who invite users may open the page. */
function WhereInvitationIs() {
  return (
    <Rich
      text={(values) => t('emailHintKept', values)}
      values={{
        place: (
          <Link to="/test" hash="mails">
            {t('systemHealth')}
          </Link>
        ),
      }}
    />
  )
}
