import { changeDetails, type UserDetails } from '@signet/contract/access/account'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import { deviceZone } from '../../format/time/date-time.ts'
import { roleName, roleSentence } from '../../format/names/role-words.ts'
import { companyChoicesQuery, useClientInfo } from '../../session/client-info.ts'
import { showLook } from '../../session/look.ts'
import { refreshSession } from '../../session/session-store.ts'
import { useCan } from '../../session/use-session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { FormProblem, FormSection } from '../../ui/forms/form-section.tsx'
import { LeaveGuard } from '../../ui/forms/leave-guard.tsx'
import { TimeAgo } from '../../ui/text/time-text.tsx'
import { toast } from '../../ui/feedback/messages/toasts.ts'
import { t } from './words.ts'
import { languageTags, nameOfLanguage, zoneName } from '../../format/names/places.ts'
import { TimeZoneField } from '../../parts/time-zone/time-zone-field.tsx'
import { Inline, Stack, Text } from '../../ui/layout/parts.tsx'
import css from './account.module.css'
import { detailsQuery } from '../../parts/account/account.api.ts'
import { useForm } from '../../ui/forms/use-form.ts'
import { InputField, SelectField } from '../../ui/forms/field.tsx'
import { language } from '../../words/words.ts'

const valuesOf = ({ name, phone, locale, timeZone }: UserDetails) => ({
  name,
  phone: phone ?? '',
  locale: locale ?? '',
  timeZone: timeZone ?? '',
})

/** The user's account details: editable ones as fields, the others as text. */
export function DetailsSection({ user }: { user: UserDetails }) {
  const form = useForm({
    initial: () => valuesOf(user),
    check: ({ name }) => ({ name: name.trim() === '' && t('nameRequired') }),
    save: async ({ name, phone, locale, timeZone }) => {
      const body = { name, phone: phone.trim() || null, locale: locale || null, timeZone: timeZone || null }
      const changed = await call(changeDetails, { body })
      queryClient.setQueryData(detailsQuery.queryKey, changed)
      form.reset(valuesOf(changed))
      toast(t('saved'))
      // The session contains the name, language and time zone too.
      const { user: now } = await refreshSession()
      if (now) showLook(now)
    },
  })

  return (
    <FormSection title={t('personalDetails')}>
      <LeaveGuard isDirty={form.isChanged} />
      <Facts user={user} />
      <Stack as="form" {...form.props}>
        <div className={css.pair}>
          <InputField label={t('name')} autoComplete="name" maxLength={100} {...form.field('name')} />
          <InputField label={t('phone')} type="tel" autoComplete="tel" {...form.field('phone')} />
          <SelectField
            label={t('preferredLanguage')}
            hint={t('languageHint')}
            none={['', t('languageOfDevice', { language: nameOfLanguage(language()) })]}
            all={languageTags(user.locale ?? '')}
            labelOf={nameOfLanguage}
            {...form.field('locale')}
          />
          <TimeZoneField
            label={t('timeZone')}
            hint={t('timeZoneHint')}
            none={t('zoneOfDevice', { zone: zoneName(deviceZone()) })}
            {...form.field('timeZone')}
          />
        </div>
        <FormProblem>{form.problems.form}</FormProblem>
        <Inline wrap>
          <Button type="submit" kind="primary" isBusy={form.isBusy} disabled={!form.isChanged}>
            {t('save')}
          </Button>
          {form.isChanged && (
            <Button kind="quiet" disabled={form.isBusy} onClick={() => form.reset()}>
              {t('discardChanges')}
            </Button>
          )}
        </Inline>
      </Stack>
    </FormSection>
  )
}

/** Details that only administrators can change. */
function Facts({ user }: { user: UserDetails }) {
  const info = useClientInfo()
  const choices = useQuery({ ...companyChoicesQuery, enabled: useCan('company:choose') })
  const nameOf = (key: string) =>
    choices.data?.find(({ company }) => company === key)?.name ?? (info?.company === key ? info.name : key)
  return (
    <dl className="facts">
      <dt>{t('email')}</dt>
      <dd>{user.email}</dd>
      <dt>{t('role')}</dt>
      <dd>
        {roleName(user.role)}
        <Text as="p" size="meta" tone="quiet">
          {roleSentence(user.role)}
        </Text>
      </dd>
      <dt>{t('company')}</dt>
      <dd>{nameOf(user.company)}</dd>
      {user.adminCompanies.length > 0 && (
        <>
          <dt>{t('assignedCompanies')}</dt>
          <dd>{user.adminCompanies.map(nameOf).join(', ')}</dd>
        </>
      )}
      <dt>{t('lastSignIn')}</dt>
      <dd>{user.lastSignIn ? <TimeAgo at={user.lastSignIn} /> : t('never')}</dd>
    </dl>
  )
}
