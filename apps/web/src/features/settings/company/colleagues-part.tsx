import {
  disableColleague,
  enableColleague,
  listColleagues,
  resendColleagueInvite,
  type Colleague,
  type Colleagues,
} from '@signet/contract/access/colleagues'
import type { UserState } from '@signet/contract/access/users'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { queryClient } from '../../../api/query-client.ts'
import { roleName } from '../../../format/names/role-words.ts'
import { InvitationLine } from '../../../parts/mail/invitation-line.tsx'
import { useCompany } from '../../../session/company.ts'
import { useUser } from '../../../session/use-session.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { useAction } from '../../../ui/controls/use-action.ts'
import { ConfirmDialog } from '../../../ui/feedback/dialogs/confirm-dialog.tsx'
import { DataState, Skeleton } from '../../../ui/feedback/data-state.tsx'
import { snackbar } from '../../../ui/feedback/messages/toasts.ts'
import { Chip, type ChipTone } from '../../../ui/feedback/status-chip.tsx'
import { FormSection } from '../../../ui/forms/form-section.tsx'
import { Inline, Stack, Text } from '../../../ui/layout/parts.tsx'
import { TimeAgo } from '../../../ui/text/time-text.tsx'
import { t } from '../words.ts'
import css from './allow-list.module.css'
import { InviteColleagueDialog } from './invite-colleague-dialog.tsx'

const keyOf = (company: string) => [company, 'settings', 'users'] as const

/** The company's own users: its clients invite, deactivate and reactivate them. */
export function ColleaguesPart() {
  const company = useCompany()
  const [isInviting, setIsInviting] = useState(false)
  const query = useQuery({
    queryKey: keyOf(company),
    queryFn: ({ signal }) => call(listColleagues, { query: { company }, signal }),
  })
  const readAgain = () => queryClient.invalidateQueries({ queryKey: keyOf(company) })
  const isFull = query.data !== undefined && query.data.enabled >= query.data.limit
  return (
    <FormSection
      title={t('users')}
      hint={t('usersHint')}
      actions={
        <Button
          disabled={isFull || !query.data}
          title={isFull ? t('userLimitReached') : undefined}
          onClick={() => setIsInviting(true)}
        >
          {t('inviteUser')}
        </Button>
      }
    >
      <DataState query={query} what={t('usersToLoad')} loading={<Skeleton lines={6} />}>
        {(colleagues) => <List colleagues={colleagues} isFull={isFull} onChanged={readAgain} />}
      </DataState>
      {isInviting && <InviteColleagueDialog onInvited={readAgain} onClose={() => setIsInviting(false)} />}
    </FormSection>
  )
}

interface ListProps {
  colleagues: Colleagues
  isFull: boolean
  onChanged: () => Promise<void>
}

function List({ colleagues: { enabled, limit, users }, isFull, onChanged }: ListProps) {
  return (
    <>
      <Text as="p" tone="quiet">
        {t('usersOfLimit', { enabled, limit })} {isFull && t('userLimitReached')}
      </Text>
      <ul className={`${css.entries} ruled flush`} aria-label={t('users')}>
        {users.map((colleague) => (
          <Row key={colleague.id} colleague={colleague} isFull={isFull} onChanged={onChanged} />
        ))}
      </ul>
    </>
  )
}

const tones: Readonly<Record<UserState, ChipTone>> = { active: 'good', invited: 'new', disabled: 'stopped' }

function Row({ colleague, ...rest }: Omit<ListProps, 'colleagues'> & { colleague: Colleague }) {
  const { name, email, role, state, invitation, hasFactor, lastSignIn } = colleague
  const isSelf = useUser().id === colleague.id
  return (
    <li>
      <Stack as="span" gap="half" grow className={css.what}>
        <Inline gap={1} wrap>
          <Text as="strong" weight="medium">
            {isSelf ? t('userYou', { name }) : name}
          </Text>
          <Chip tone={tones[state]}>{t(`userState.${state}`)}</Chip>
        </Inline>
        <small>
          {email} · {roleName(role)}
        </small>
        {invitation && (
          <small>
            <InvitationLine invitation={invitation} />
          </small>
        )}
        <small>
          {lastSignIn ? (
            <>
              {t('userLastSignIn')} <TimeAgo isWithin at={lastSignIn} />
            </>
          ) : (
            t('userNeverSignedIn')
          )}{' '}
          · {hasFactor ? t('userHasFactor') : t('userHasNoFactor')}
        </small>
      </Stack>
      {!isSelf && <Actions colleague={colleague} {...rest} />}
    </li>
  )
}

const actions = {
  resend: { route: resendColleagueInvite, label: 'resendInvitation', done: 'invitationResent' },
  disable: { route: disableColleague, label: 'deactivateUser', done: 'userDeactivated' },
  enable: { route: enableColleague, label: 'reactivateUser', done: 'userReactivated' },
} as const
type ActionName = keyof typeof actions

/** What can be done with the account of a colleague in its state; nothing with one's own. */
function Actions({
  colleague: { id, name, state },
  isFull,
  onChanged,
}: Omit<ListProps, 'colleagues'> & { colleague: Colleague }) {
  const company = useCompany()
  const [isConfirming, setIsConfirming] = useState(false)
  const { isBusy, run } = useAction(
    async (action: ActionName) => {
      setIsConfirming(false)
      await call(actions[action].route, { params: { userId: id }, query: { company }, body: {} })
      snackbar(t(actions[action].done, { name }))
    },
    { settled: onChanged },
  )
  const button = (action: ActionName, reason?: string) => (
    <Button
      kind="quiet"
      aria-label={`${t(actions[action].label)}: ${name}`}
      disabled={reason !== undefined}
      title={reason}
      isBusy={isBusy}
      onClick={() => (action === 'disable' ? setIsConfirming(true) : run(action))}
    >
      {t(actions[action].label)}
    </Button>
  )
  return (
    <>
      {state === 'invited' && button('resend')}
      {state === 'disabled' ? button('enable', isFull ? t('userLimitReached') : undefined) : button('disable')}
      {isConfirming && (
        <ConfirmDialog
          title={t('deactivateUserTitle', { name })}
          text={t('deactivateUserConsequence', { name })}
          confirmLabel={t('deactivateUser')}
          isDangerous
          onConfirm={() => run('disable')}
          onClose={() => setIsConfirming(false)}
        />
      )}
    </>
  )
}
