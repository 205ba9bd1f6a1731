import type { Role } from '@signet/contract/permissions'

/** The password of every demo user; it is public, so the demo is refused on an address others can reach. */
export const demoPassword = 'signet-demo'

export type DemoCompany = 'meridian' | 'feedWatch'
interface DemoUser {
  email: string
  name: string
  role: Role
  of: DemoCompany
  /** Both companies, for roles that choose between companies. */
  hasBoth?: boolean
  about: string
}

/** One user for each role, and the client of the second company. */
export const demoUsers: readonly DemoUser[] = [
  {
    email: 'superAdmin@demo.example',
    name: 'Sana Iqbal',
    role: 'superAdmin',
    of: 'meridian',
    hasBoth: true,
    about: 'every company',
  },
  {
    email: 'admin@demo.example',
    name: 'Adam Reyes',
    role: 'admin',
    of: 'meridian',
    hasBoth: true,
    about: 'both companies',
  },
  {
    email: 'subAdmin@demo.example',
    name: 'Sofia Lindqvist',
    role: 'subAdmin',
    of: 'meridian',
    hasBoth: true,
    about: 'both companies',
  },
  {
    email: 'adminPeeker@demo.example',
    name: 'Petra Novak',
    role: 'adminPeeker',
    of: 'meridian',
    hasBoth: true,
    about: 'both companies, looks only',
  },
  {
    email: 'subAdminPeekerOne@demo.example',
    name: 'Omar Haddad',
    role: 'subAdminPeekerOne',
    of: 'meridian',
    hasBoth: true,
    about: 'both companies, looks only',
  },
  {
    email: 'subAdminPeekerTwo@demo.example',
    name: 'Tuan Pham',
    role: 'subAdminPeekerTwo',
    of: 'meridian',
    hasBoth: true,
    about: 'both companies, may decide',
  },
  {
    email: 'qa@demo.example',
    name: 'Quinn Abara',
    role: 'qa',
    of: 'meridian',
    hasBoth: true,
    about: 'reviews both companies',
  },
  { email: 'client@demo.example', name: 'Clara Jensen', role: 'client', of: 'meridian', about: 'Meridian Bank' },
  {
    email: 'clientPeeker@demo.example',
    name: 'Chidi Okafor',
    role: 'clientPeeker',
    of: 'meridian',
    about: 'Meridian Bank, looks only',
  },
  {
    email: 'client.feedwatch@demo.example',
    name: 'Femi Watanabe',
    role: 'client',
    of: 'feedWatch',
    about: 'Public feed watch',
  },
]
