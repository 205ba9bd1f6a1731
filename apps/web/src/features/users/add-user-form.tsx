import { addUser } from '@signet/contract/users'
import { useRef, useState, type FormEvent } from 'react'
import { call } from '../../api/call.ts'
import {
  focusFirstProblem,
  noProblems,
  problemAt,
  problemsOf,
  withoutEdited,
  type Problems,
} from '../../api/field-problems.ts'
import { currentCompany } from '../../session/company.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { FormProblem, FormSection, SaveBar } from '../../ui/forms/form-section.tsx'
import { snackbar } from '../../ui/feedback/toasts.ts'
import { Stack, Text } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'
import { needsSecondFactor } from './role-rules.ts'
import { CompanyFields, RoleField, type Rights } from './user-fields.tsx'
import { keepUser } from './users.api.ts'
import css from './users.module.css'
import { WillSee } from './will-see.tsx'

const fields = ['email', 'name', 'role', 'company', 'adminCompanies']

/** Invites a person by mail: who, as what, for which companies, and what they will see. */
export function AddUserForm({ onOpen }: { onOpen: (userId: string) => void }) {
  const form = useRef<HTMLFormElement>(null)
  const [email, setEmail] = useState('')
  const [name, setName] = useState('')
  const [rights, setRights] = useState<Rights>(() => ({
    role: 'client',
    company: currentCompany(),
    adminCompanies: [],
  }))
  const [problems, setProblems] = useState<Problems>(noProblems)
  const [isBusy, setIsBusy] = useState(false)
  const change = (changes: Partial<Rights>) => setRights((old) => ({ ...old, ...changes }))

  const refuse = (found: Problems) => {
    setProblems(found)
    focusFirstProblem(form.current)
  }
  const invite = async () => {
    setIsBusy(true)
    try {
      const user = await call(addUser, {
        body: { email, name, ...rights, adminCompanies: [...rights.adminCompanies] },
      })
      setProblems(noProblems)
      setEmail('')
      setName('')
      snackbar(t('invitationSentToEmail', { email: user.email }), {
        action: { label: t('open'), run: () => onOpen(user.id) },
      })
      await keepUser(user)
      form.current?.querySelector<HTMLElement>('input')?.focus()
    } catch (error) {
      refuse(problemsOf(error, fields))
    } finally {
      setIsBusy(false)
    }
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const missing = missingOf(email, name, rights)
    if (missing) refuse({ fields: missing, form: null })
    else void invite()
  }
  return (
    <div className={`${css.columns} split`}>
      <Stack
        ref={form}
        as="form"
        noValidate
        onSubmit={onSubmit}
        onChange={({ target }) => setProblems((old) => withoutEdited(old, target))}
        aria-label={t('addAPerson')}
      >
        <FormSection title={t('person')}>
          <Field label={t('email')} hint={t('invitationGoes')} problem={problemAt(problems, 'email')}>
            {(control) => (
              <input
                {...control}
                type="email"
                autoComplete="off"
                maxLength={254}
                value={email}
                onChange={(event) => setEmail(event.target.value)}
              />
            )}
          </Field>
          <Field label={t('name')} problem={problemAt(problems, 'name')}>
            {(control) => (
              <input
                {...control}
                autoComplete="off"
                maxLength={100}
                value={name}
                onChange={(event) => setName(event.target.value)}
              />
            )}
          </Field>
        </FormSection>
        <FormSection title={t('role')}>
          <RoleField value={rights} problems={problems} onChange={change} />
        </FormSection>
        <FormSection title={t('companies')}>
          <CompanyFields value={rights} problems={problems} onChange={change} />
        </FormSection>
        <SaveBar>
          <FormProblem>{problems.form}</FormProblem>
          <Button type="submit" kind="primary" isBusy={isBusy}>
            {t('sendInvitation')}
          </Button>
          {needsSecondFactor(rights.role) && <Text tone="quiet">{t('thisRoleSetsUp')}</Text>}
        </SaveBar>
      </Stack>
      <aside className={css.aside} aria-label={t('willSee')}>
        <FormSection title={t('willSee')}>
          <WillSee role={rights.role} company={rights.adminCompanies[0] ?? rights.company} />
        </FormSection>
      </aside>
    </div>
  )
}

function missingOf(email: string, name: string, { company }: Rights): Record<string, string> | null {
  const missing = {
    ...(/^\S+@\S+$/.test(email.trim()) ? {} : { email: t('enterAMailAddress') }),
    ...(name.trim() === '' ? { name: t('enterAName') } : {}),
    ...(company === '' ? { company: t('chooseACompany') } : {}),
  }
  return Object.keys(missing).length > 0 ? missing : null
}
