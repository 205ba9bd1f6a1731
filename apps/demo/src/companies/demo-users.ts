import { staffRoles, type Role } from '@signet/contract/access/permissions'
import { isOneOf } from '@signet/contract/narrow'
import { noPassword } from '@signet/server/features/identity/no-password'

/** The password of every demo user. It is public, so the demo is refused on an address that other machines can reach. */
export const demoPassword = 'signet-demo'

interface DemoUser {
  email: string
  name: string
  role: Role
  /** The key of the company the user belongs to. */
  of: string
  /** All demo companies, for roles that choose between companies. */
  hasAll?: boolean
  /** Also signs in with one-time codes of `demoTotpSecret`. */
  hasTotp?: boolean
  about: string
}

/** The secret of the one-time codes of the demo's `.totp` users; public like their password. */
export const demoTotpSecret = 'SIGNETDEMOSIGNETDEMOSIGNETDEMOSI'

/** As unusable as an invited user's, but distinguishable from it: these users have signed in. */
export const settledPassword = noPassword.replace(/A{43}$/, `${'B'.repeat(42)}E`)

/** One user for each role, and the clients of the other companies. These users sign in with a password only. */
const plainUsers: readonly DemoUser[] = [
  {
    email: 'superAdmin@demo.example',
    name: 'Sana Iqbal',
    role: 'superAdmin',
    of: 'meridian-bank',
    hasAll: true,
    about: 'every company',
  },
  {
    email: 'admin@demo.example',
    name: 'Adam Reyes',
    role: 'admin',
    of: 'meridian-bank',
    hasAll: true,
    about: 'all four companies',
  },
  {
    email: 'subAdmin@demo.example',
    name: 'Sofia Bergstrand',
    role: 'subAdmin',
    of: 'meridian-bank',
    hasAll: true,
    about: 'all four companies',
  },
  {
    email: 'adminPeeker@demo.example',
    name: 'Petra Novak',
    role: 'adminPeeker',
    of: 'meridian-bank',
    hasAll: true,
    about: 'all four companies, read-only',
  },
  {
    email: 'subAdminPeekerOne@demo.example',
    name: 'Omar Haddad',
    role: 'subAdminPeekerOne',
    of: 'meridian-bank',
    hasAll: true,
    about: 'all four companies, read-only',
  },
  {
    email: 'subAdminPeekerTwo@demo.example',
    name: 'Tuan Pham',
    role: 'subAdminPeekerTwo',
    of: 'meridian-bank',
    hasAll: true,
    about: 'all four companies, can decide',
  },
  {
    email: 'qa@demo.example',
    name: 'Quinn Abara',
    role: 'qa',
    of: 'meridian-bank',
    hasAll: true,
    about: 'reviews all four companies',
  },
  { email: 'client@demo.example', name: 'Clara Jensen', role: 'client', of: 'meridian-bank', about: 'Meridian Bank' },
  {
    email: 'clientPeeker@demo.example',
    name: 'Chidi Okafor',
    role: 'clientPeeker',
    of: 'meridian-bank',
    about: 'Meridian Bank, read-only',
  },
  {
    email: 'client.kestrel@demo.example',
    name: 'Kofi Kestrelman',
    role: 'client',
    of: 'kestrel-rail',
    about: 'Kestrel Rail',
  },
  {
    email: 'client.larkspur@demo.example',
    name: 'Lena Larkspur',
    role: 'client',
    of: 'larkspur-lottery',
    about: 'Larkspur Lottery',
  },
  {
    email: 'client.feedwatch@demo.example',
    name: 'Femi Watanabe',
    role: 'client',
    of: 'public-feed-watch',
    about: 'Public feed watch',
  },
]

/** Different names, so that lists of users distinguish them from those without one-time codes. */
const totpNames: Readonly<Partial<Record<Role, string>>> = {
  superAdmin: 'Saskia Ito',
  admin: 'Anton Rask',
  subAdmin: 'Suda Lim',
  adminPeeker: 'Paolo Neri',
  subAdminPeekerOne: 'Oskar Hahn',
  subAdminPeekerTwo: 'Tilda Pryce',
  qa: 'Quentin Ames',
}

/** A second user of every staff role, with one-time codes: e.g. `admin.totp@demo.example`. */
const totpUsers: readonly DemoUser[] = plainUsers
  .filter(({ role }) => isOneOf(staffRoles, role))
  .map((user) => ({
    ...user,
    email: user.email.replace('@', '.totp@'),
    name: totpNames[user.role] ?? user.name,
    hasTotp: true,
    about: `${user.about}, with one-time codes`,
  }))

export const demoUsers = [...plainUsers, ...totpUsers]
