import { changeDetails } from '@signet/contract/account'
import type { UserDetails } from '@signet/contract/account'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import { call } from '../../api/call.ts'
import { focusFirstProblem, noProblems, problemAt, problemsOf } from '../../api/field-problems.ts'
import { queryClient } from '../../api/query-client.ts'
import { viewerZone } from '../../format/date-time.ts'
import { roleName, roleSentence } from '../../format/role-words.ts'
import { companyChoicesQuery, useClientInfo } from '../../session/client-info.ts'
import { refreshSession } from '../../session/session-store.ts'
import { useCan } from '../../session/use-session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { FormProblem, FormSection } from '../../ui/forms/form-section.tsx'
import { LeaveGuard } from '../../ui/forms/leave-guard.tsx'
import { TimeAgo } from '../../ui/text/time-text.tsx'
import { toast } from '../../ui/feedback/toasts.ts'
import { t } from './words.ts'
import { languageTags, nameOfLanguage, timeZones, zoneName } from '../../format/places.ts'
import { Inline, Stack } from '../../ui/layout/parts.tsx'
import css from './profile.module.css'
import { detailsQuery } from './profile.api.ts'

const fields = ['name', 'phone', 'locale', 'timeZone'] as const
type Values = Record<(typeof fields)[number], string>

const valuesOf = ({ name, phone, locale, timeZone }: UserDetails): Values => ({
  name,
  phone: phone ?? '',
  locale: locale ?? '',
  timeZone: timeZone ?? '',
})

/** Who the user is: what they may change as fields, what they may not as text. */
export function DetailsSection({ user }: { user: UserDetails }) {
  const saved = valuesOf(user)
  const [changes, setChanges] = useState<Partial<Values>>({})
  const [problems, setProblems] = useState(noProblems)
  const [isBusy, setIsBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const values = { ...saved, ...changes }
  const isDirty = fields.some((field) => values[field].trim() !== saved[field])
  const change = (field: keyof Values) => (event: { target: { value: string } }) =>
    setChanges((old) => ({ ...old, [field]: event.target.value }))

  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (values.name.trim() === '') {
      setProblems({ fields: { name: t('enterYourName') }, form: null })
      focusFirstProblem(form.current)
      return
    }
    setIsBusy(true)
    try {
      const { name, phone, locale, timeZone } = values
      const body = { name, phone: phone.trim() || null, locale: locale || null, timeZone: timeZone || null }
      queryClient.setQueryData(detailsQuery.queryKey, await call(changeDetails, { body }))
      setChanges({})
      setProblems(noProblems)
      toast(t('saved'))
      // The name stands in the session too.
      void refreshSession()
    } catch (error) {
      setProblems(problemsOf(error, fields))
      focusFirstProblem(form.current)
    }
    setIsBusy(false)
  }

  return (
    <FormSection title={t('you')}>
      <LeaveGuard isDirty={isDirty} />
      <Facts user={user} />
      <Stack ref={form} as="form" noValidate onSubmit={(event) => void save(event)}>
        <div className={css.pair}>
          <Field label={t('name')} problem={problemAt(problems, 'name')}>
            {(control) => (
              <input {...control} autoComplete="name" maxLength={100} value={values.name} onChange={change('name')} />
            )}
          </Field>
          <Field label={t('telephone')} problem={problemAt(problems, 'phone')}>
            {(control) => (
              <input {...control} type="tel" autoComplete="tel" value={values.phone} onChange={change('phone')} />
            )}
          </Field>
          <Field label={t('preferredLanguage')} hint={t('forPeopleWhoWrite')} problem={problemAt(problems, 'locale')}>
            {(control) => (
              <select {...control} value={values.locale} onChange={change('locale')}>
                <option value="">{t('notSet')}</option>
                {languageTags(saved.locale).map((tag) => (
                  <option key={tag} value={tag}>
                    {nameOfLanguage(tag)}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <Field
            label={t('timeZone')}
            hint={t('forPeopleWhoCallYou', {
              zone: zoneName(viewerZone()),
            })}
            problem={problemAt(problems, 'timeZone')}
          >
            {(control) => (
              <select {...control} value={values.timeZone} onChange={change('timeZone')}>
                <option value="">{t('notSet')}</option>
                {timeZones(saved.timeZone).map((zone) => (
                  <option key={zone} value={zone}>
                    {zoneName(zone)}
                  </option>
                ))}
              </select>
            )}
          </Field>
        </div>
        <FormProblem>{problems.form}</FormProblem>
        <Inline wrap>
          <Button type="submit" kind="primary" isBusy={isBusy} disabled={!isDirty}>
            {t('save')}
          </Button>
          {isDirty && (
            <Button
              kind="quiet"
              disabled={isBusy}
              onClick={() => {
                setChanges({})
                setProblems(noProblems)
              }}
            >
              {t('discardChanges')}
            </Button>
          )}
        </Inline>
      </Stack>
    </FormSection>
  )
}

/** What others decide. */
function Facts({ user }: { user: UserDetails }) {
  const info = useClientInfo()
  const choices = useQuery({ ...companyChoicesQuery, enabled: useCan('company:choose') })
  const nameOf = (key: string) =>
    choices.data?.find(({ company }) => company === key)?.name ?? (info?.company === key ? info.name : key)
  return (
    <dl className={`${css.facts} facts`}>
      <dt>{t('email')}</dt>
      <dd>{user.email}</dd>
      <dt>{t('role')}</dt>
      <dd>
        {roleName(user.role)}
        <small>{roleSentence(user.role)}</small>
      </dd>
      <dt>{t('company')}</dt>
      <dd>{nameOf(user.company)}</dd>
      {user.adminCompanies.length > 0 && (
        <>
          <dt>{t('worksFor')}</dt>
          <dd>{user.adminCompanies.map(nameOf).join(', ')}</dd>
        </>
      )}
      <dt>{t('lastSignIn')}</dt>
      <dd>{user.lastSignIn ? <TimeAgo at={user.lastSignIn} /> : t('never')}</dd>
    </dl>
  )
}
