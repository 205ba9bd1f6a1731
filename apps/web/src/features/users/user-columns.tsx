import { userStateOf, type User, type UserState } from '@signet/contract/access/users'
import { roleName } from '../../format/names/role-words.ts'
import type { Column } from '../../ui/grid/columns/columns.ts'
import { Chip, type ChipTone } from '../../ui/feedback/status-chip.tsx'
import { Stack } from '../../ui/layout/parts.tsx'
import { TimeAgo } from '../../ui/text/time-text.tsx'
import { t, type Word } from './words.ts'
import { hasChosenCompanies } from './role-rules.ts'
import type { UserSort } from './users-search.ts'

export const stateNames: Readonly<Record<UserState, Word>> = {
  active: 'active',
  invited: 'invited',
  disabled: 'disabled',
}
const tones: Readonly<Record<UserState, ChipTone>> = { active: 'good', invited: 'new', disabled: 'stopped' }

/** Whether a person may sign in, as a label. */
export function StateChip({ user }: { user: User }) {
  const state = userStateOf(user)
  return <Chip tone={tones[state]}>{t(stateNames[state])}</Chip>
}

/** The columns of the user list. Phones show only two of them. */
export function userColumns(
  nameOf: (company: string) => string,
  room: 'phone' | 'narrow' | 'wide',
): Column<User, UserSort>[] {
  const isPhone = room === 'phone'
  const person: Column<User, UserSort> = {
    key: 'name',
    label: t('user'),
    track: 'minmax(180px, 1.4fr)',
    sort: 'name',
    render: (user) => (
      <Stack as="span" gap="half" className="cut-each">
        <b>{user.name}</b>
        <small>{isPhone ? `${roleName(user.role)}, ${nameOf(user.company)}` : user.email}</small>
      </Stack>
    ),
  }
  const state: Column<User, UserSort> = {
    key: 'state',
    label: t('state'),
    track: isPhone ? 'max-content' : '110px',
    render: (user) => <StateChip user={user} />,
  }
  if (isPhone)
    return [
      { ...person, track: 'minmax(0, 1fr)' },
      { ...state, track: '96px' },
    ]
  const all: Column<User, UserSort>[] = [
    person,
    {
      key: 'role',
      label: t('role'),
      track: 'minmax(150px, 0.8fr)',
      sort: 'role',
      render: ({ role }) => roleName(role),
    },
    {
      key: 'company',
      label: t('company'),
      track: 'minmax(150px, 1fr)',
      render: (user) => <Companies user={user} nameOf={nameOf} />,
    },
    state,
    {
      key: 'factor',
      label: t('twoFactor'),
      track: '140px',
      render: ({ mfa }) => factorWords(mfa),
    },
    {
      key: 'lastSignIn',
      label: t('lastSignIn'),
      track: '120px',
      sort: 'lastSignIn',
      render: ({ lastSignIn }) => (lastSignIn ? <TimeAgo at={lastSignIn} /> : t('never')),
    },
  ]
  return room === 'narrow' ? all.filter(({ key }) => key !== 'factor' && key !== 'role') : all
}

/** The second factors of a person as text. */
export function factorWords({ totp, passkeys }: User['mfa']): string {
  const words = [
    ...(totp ? [t('authenticatorApp')] : []),
    ...(passkeys > 0 ? [t('passkeysCount', { count: passkeys })] : []),
  ]
  return words.length > 0 ? words.join(', ') : t('notSetUp')
}

function Companies({ user, nameOf }: { user: User; nameOf: (company: string) => string }) {
  const others = user.adminCompanies.length
  return (
    <Stack as="span" gap="half" className="cut-each">
      <span>{nameOf(user.company)}</span>
      {user.role === 'superAdmin' ? (
        <small>{t('andAllOthers')}</small>
      ) : (
        hasChosenCompanies(user.role) &&
        others > 0 && (
          <small title={user.adminCompanies.map(nameOf).join(', ')}>{t('andOthers', { count: others })}</small>
        )
      )}
    </Stack>
  )
}
