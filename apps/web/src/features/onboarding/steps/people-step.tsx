import { clientRoles, type ClientRole } from '@signet/contract/access/permissions'
import { addUser, changeUser, userStateOf, type User } from '@signet/contract/access/users'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { problemsOf } from '../../../api/field-problems.ts'
import { roleName } from '../../../format/names/role-words.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { DataState } from '../../../ui/feedback/data-state.tsx'
import { FormProblem, FormSection, SaveBar } from '../../../ui/forms/form-section.tsx'
import { PickMany } from '../../../ui/forms/pick-many.tsx'
import { Chip } from '../../../ui/feedback/status-chip.tsx'
import { snackbar } from '../../../ui/feedback/messages/toasts.ts'
import { Inline, Stack, Text } from '../../../ui/layout/parts.tsx'
import { InvitationLine } from '../../../parts/mail/invitation-line.tsx'
import { MailKeptNote } from '../../../parts/mail/mail-kept-note.tsx'
import { useClientInfo } from '../../../session/client-info.ts'
import { t } from '../words.ts'
import { companyUsersQuery, readSetup, assignableReviewersQuery } from '../onboarding.api.ts'
import { readInvitations } from './invitation-lines.ts'
import type { StepProps } from './step-form.tsx'
import css from '../setup.module.css'
import { useAction } from '../../../ui/controls/use-action.ts'
import { AreaField, SelectField } from '../../../ui/forms/field.tsx'

/** The people of the company who may sign in, and the reviewers assigned to it. */
export function PeopleStep({ company, onNext }: StepProps) {
  const people = useQuery(companyUsersQuery(company.key))
  const client = useQueryClient()
  const readAgain = async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: companyUsersQuery(company.key).queryKey }),
      client.invalidateQueries({ queryKey: assignableReviewersQuery.queryKey }),
      readSetup(company.key),
    ])
  }
  return (
    <Stack>
      <Invite company={company.key} onDone={readAgain} />
      <DataState query={people} what={t('peopleToLoad')}>
        {({ items }) => (
          <>
            <Members
              title={t('clientsOfName', { name: company.name })}
              empty={t('noClients')}
              people={items.filter((user) => user.company === company.key && user.role.startsWith('client'))}
            />
            <Reviewers company={company.key} people={items} onDone={readAgain} />
          </>
        )}
      </DataState>
      <SaveBar>
        <Button onClick={onNext}>{t('continue')}</Button>
      </SaveBar>
    </Stack>
  )
}

function Members({ title, empty, people }: { title: string; empty: string; people: readonly User[] }) {
  return (
    <FormSection title={title}>
      {people.length === 0 ? (
        <Text as="p" tone="quiet">
          {empty}
        </Text>
      ) : (
        <Stack as="ul" gap={0} className={`${css.lines} ruled`}>
          {people.map((user) => (
            <li key={user.id}>
              <Stack as="span" gap={0} basis={200}>
                {user.name}
                <small>
                  {user.email} · {roleName(user.role)}
                </small>
                {user.invitation && (
                  <small>
                    <InvitationLine invitation={user.invitation} />
                  </small>
                )}
              </Stack>
              <State user={user} />
            </li>
          ))}
        </Stack>
      )}
    </FormSection>
  )
}

function State({ user }: { user: User }) {
  const state = userStateOf(user)
  if (state === 'active') return <Chip tone="good">{t('active')}</Chip>
  return state === 'invited' ? <Chip tone="new">{t('invited')}</Chip> : <Chip tone="stopped">{t('deactivated')}</Chip>
}

/** Invites several people. Lines that the server refuses stay in the field with the reason. */
function Invite({ company, onDone }: { company: string; onDone: () => Promise<void> }) {
  const isMailKept = useClientInfo()?.isMailKept
  const [text, setText] = useState('')
  const [role, setRole] = useState<ClientRole>('client')
  const [faults, setFaults] = useState<readonly string[]>([])
  const { items, faults: unread } = readInvitations(text)

  const { isBusy, run } = useAction(async () => {
    if (unread.length > 0 || items.length === 0) {
      setFaults(unread.length > 0 ? unread : [t('emailRequired')])
      return
    }
    const refused: { line: string; why: string }[] = []
    for (const { name, email, line } of items) {
      try {
        // Sequential, because each call sends an email and a refusal belongs to its line.
        await call(addUser, { body: { name, email, role, company, adminCompanies: [] } })
      } catch (error) {
        const { fields, form } = problemsOf(error, ['email', 'name'])
        refused.push({ line, why: fields['email'] ?? fields['name'] ?? form ?? '' })
      }
    }
    const sent = items.length - refused.length
    if (sent > 0) snackbar(t(isMailKept ? 'invitationsCreated' : 'peopleInvited', { count: sent }))
    setText(refused.map(({ line }) => line).join('\n'))
    setFaults(refused.map(({ line, why }) => `${line}: ${why}`))
    await onDone()
  })
  return (
    <FormSection title={t('inviteClients')} hint={t(isMailKept ? 'inviteKeptHint' : 'inviteHint')}>
      <MailKeptNote areInvitations />
      <AreaField
        leastPx={84}
        label={items.length > 0 ? `${t('people')} (${items.length})` : t('people')}
        hint={t('peopleHint')}
        problem={faults.length > 0 ? faults.join(' ') : undefined}
        spellCheck={false}
        value={text}
        onChange={setText}
      />
      <SelectField label={t('role')} all={clientRoles} labelOf={roleName} value={role} onChange={setRole} />
      <Inline wrap>
        <Button kind="primary" isBusy={isBusy} onClick={run}>
          {t(isMailKept ? 'createInvitations' : 'sendInvitations')}
        </Button>
      </Inline>
    </FormSection>
  )
}

/** Assigns the company to existing reviewers and removes it from them. */
function Reviewers({
  company,
  people,
  onDone,
}: {
  company: string
  people: readonly User[]
  onDone: () => Promise<void>
}) {
  const all = useQuery(assignableReviewersQuery)
  const working = people.filter(({ role }) => role === 'qa')
  // The new selection until the server has saved it.
  const [pending, setPending] = useState<readonly string[] | null>(null)
  const own = working.filter((user) => user.company === company)

  const { isBusy, problem, run } = useAction(
    async (chosen: readonly string[]) => {
      const before = new Set(working.map(({ id }) => id))
      const moved = (all.data?.items ?? []).filter(({ id }) => chosen.includes(id) !== before.has(id))
      setPending(chosen)
      for (const user of moved) {
        const adminCompanies = before.has(user.id)
          ? user.adminCompanies.filter((key) => key !== company)
          : [...user.adminCompanies, company]
        await call(changeUser, { params: { userId: user.id }, body: { adminCompanies, version: user.version } })
      }
    },
    {
      isInline: true,
      settled: async () => {
        await onDone()
        setPending(null)
      },
    },
  )
  const assigned = working.filter((user) => user.company !== company).map(({ id }) => id)
  return (
    <FormSection title={t('reviewers')} hint={t('reviewersHint')}>
      <div aria-busy={isBusy}>
        <PickMany
          label={t('assignedReviewers')}
          addLabel={t('addReviewers')}
          // The company's own people have access anyway.
          items={all.data?.items
            .filter((user) => user.company !== company)
            .map(({ id, name, email }) => ({ key: id, label: name, hint: email }))}
          query={all}
          value={pending?.filter((id) => !own.some((user) => user.id === id)) ?? assigned}
          hint={own.length > 0 ? t('ownReviewers', { names: own.map(({ name }) => name).join(', ') }) : undefined}
          onChange={(chosen) => run([...chosen, ...own.map(({ id }) => id)])}
        />
      </div>
      <FormProblem>{problem}</FormProblem>
    </FormSection>
  )
}
