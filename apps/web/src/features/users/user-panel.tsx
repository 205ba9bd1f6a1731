import {
  changeUser,
  disableUser,
  enableUser,
  endSessions,
  resendInvite,
  resetFactor,
  userStateOf,
  type User,
} from '@signet/contract/access/users'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { dateTime } from '../../format/time/date-time.ts'
import { roleName } from '../../format/names/role-words.ts'
import { useUser } from '../../session/use-session.ts'
import { InvitationLine } from '../../parts/mail/invitation-line.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { ConfirmDialog } from '../../ui/feedback/dialogs/confirm-dialog.tsx'
import { DataState, Skeleton } from '../../ui/feedback/data-state.tsx'
import { DetailPanel } from '../../ui/feedback/detail-panel.tsx'
import { FormProblem } from '../../ui/forms/form-section.tsx'
import { snackbar, toast } from '../../ui/feedback/messages/toasts.ts'
import { Inline, Stack, Text } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'
import { factorWords, StateChip } from './user-columns.tsx'
import { CompanyFields, RoleMenu, type UserAccess } from './user-fields.tsx'
import { keepUser, userQuery } from './users.api.ts'
import { InputField } from '../../ui/forms/field.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { useAction } from '../../ui/controls/use-action.ts'

interface UserPanelProps {
  userId: string
  nameOf: (company: string) => string
  index: number
  total: number
  onMove: (step: 1 | -1) => void
  onClose: () => void
}

/** One user: their role and companies, their last activity, and the actions on their account. */
export function UserPanel({ userId, nameOf, ...place }: UserPanelProps) {
  const query = useQuery(userQuery(userId))
  return (
    <DetailPanel label={t('user')} {...place}>
      <Stack grow pad="1 5 8" className="scroller">
        <DataState query={query} what={t('userToLoad')} loading={<Skeleton lines={8} />}>
          {(user) => <Person key={user.version} user={user} nameOf={nameOf} />}
        </DataState>
      </Stack>
    </DetailPanel>
  )
}

function Person({ user, nameOf }: { user: User; nameOf: (company: string) => string }) {
  return (
    <>
      <div>
        <Text as="h2" size="object">
          {user.name}
        </Text>
        <Inline as="p" wrap tone="quiet" above={1}>
          <StateChip user={user} />
          <span>{roleName(user.role)}</span>
          <span>{nameOf(user.company)}</span>
        </Inline>
      </div>
      <dl className="facts">
        <dt>{t('email')}</dt>
        <dd>{user.email}</dd>
        <dt>{t('twoFactor')}</dt>
        <dd>{factorWords(user.mfa)}</dd>
        <dt>{t('lastSignIn')}</dt>
        <dd>{user.lastSignIn ? dateTime(user.lastSignIn) : t('never')}</dd>
        {user.invitation && (
          <>
            <dt>{t('invitation')}</dt>
            <dd>
              <InvitationLine invitation={user.invitation} />
            </dd>
          </>
        )}
        <dt>{t('added')}</dt>
        <dd>{dateTime(user.createdAt)}</dd>
      </dl>
      <AccountActions user={user} />
      <RightsForm user={user} />
    </>
  )
}

const actions = {
  resend: { route: resendInvite, label: 'resendInvitation', done: 'invitationResent' },
  endSessions: {
    route: endSessions,
    label: 'endSessions',
    done: 'signedOutEverywhere',
    ask: 'signOutConsequence',
  },
  resetFactor: {
    route: resetFactor,
    label: 'resetTwoFactor',
    done: 'twoFactorReset',
    ask: 'resetTwoFactorConsequence',
  },
  disable: {
    route: disableUser,
    label: 'disable',
    done: 'accountDeactivated',
    ask: 'deactivateConsequence',
  },
  enable: { route: enableUser, label: 'enable', done: 'accountReactivated' },
} as const
type ActionName = keyof typeof actions

/**
 * The possible actions on an account in its current state. Actions that users may not take on their own account are disabled with a reason.
 */
function AccountActions({ user }: { user: User }) {
  const own = useUser().id === user.id
  const [actionToConfirm, setActionToConfirm] = useState<ActionName | null>(null)
  const [taken, setTaken] = useState<ActionName | null>(null)
  const state = userStateOf(user)
  const hasFactor = user.mfa.totp || user.mfa.passkeys > 0
  const { isBusy, problem, run } = useAction(
    async (name: ActionName) => {
      setActionToConfirm(null)
      setTaken(name)
      const changed = await call(actions[name].route, { params: { userId: user.id } })
      snackbar(t(actions[name].done))
      await keepUser(changed)
    },
    { isInline: true },
  )
  const button = (name: ActionName, reason?: string) => (
    <Button
      key={name}
      kind={name === 'disable' ? 'danger' : 'plain'}
      disabled={reason !== undefined}
      title={reason}
      isBusy={isBusy && taken === name}
      onClick={() => ('ask' in actions[name] ? setActionToConfirm(name) : run(name))}
    >
      {t(actions[name].label)}
    </Button>
  )
  const action = actionToConfirm && actions[actionToConfirm]
  return (
    <Stack>
      <Inline align="stretch" wrap>
        {state === 'invited' && button('resend')}
        {state === 'active' && button('endSessions')}
        {state === 'active' &&
          button('resetFactor', own ? t('ownTwoFactorHint') : hasFactor ? undefined : t('noTwoFactor'))}
        {state === 'disabled' ? button('enable') : button('disable', own ? t('ownAccountHint') : undefined)}
      </Inline>
      <FormProblem>{problem}</FormProblem>
      {actionToConfirm && action && 'ask' in action && (
        <ConfirmDialog
          title={`${t(action.label)}: ${user.name}`}
          text={t(action.ask, { name: user.name })}
          confirmLabel={t(action.label)}
          isDangerous={actionToConfirm !== 'endSessions'}
          onConfirm={() => run(actionToConfirm)}
          onClose={() => setActionToConfirm(null)}
        />
      )}
    </Stack>
  )
}

/** Name, role and companies. Users can't change their own role or companies. */
function RightsForm({ user }: { user: User }) {
  const own = useUser().id === user.id
  const form = useForm<UserAccess & { name: string }>({
    initial: { name: user.name, role: user.role, company: user.company, adminCompanies: user.adminCompanies },
    save: async ({ name, role, company, adminCompanies }) => {
      const moved = hasMoved ? { role, company, adminCompanies: [...adminCompanies] } : {}
      const changed = await call(changeUser, {
        params: { userId: user.id },
        body: { name, ...moved, version: user.version },
      })
      toast(t('saved'))
      await keepUser(changed)
    },
  })
  const rights = form.values
  const hasMoved =
    rights.role !== user.role ||
    rights.company !== user.company ||
    rights.adminCompanies.join() !== user.adminCompanies.join()
  return (
    <Stack as="form" aria-label={t('nameRoleAndCompanies')} {...form.props}>
      <InputField label={t('name')} maxLength={100} {...form.field('name')} />
      {own ? (
        <Text as="p" tone="quiet">
          {t('ownRoleHint')}
        </Text>
      ) : (
        <>
          <RoleMenu value={rights} problems={form.problems} onChange={form.set} />
          <CompanyFields value={rights} problems={form.problems} onChange={form.set} />
        </>
      )}
      <FormProblem>{form.problems.form}</FormProblem>
      <Inline align="stretch" wrap>
        <Button type="submit" kind="primary" isBusy={form.isBusy} disabled={!form.isChanged}>
          {t('save')}
        </Button>
        {hasMoved && <Text tone="quiet">{t('signsOutHint')}</Text>}
      </Inline>
    </Stack>
  )
}
