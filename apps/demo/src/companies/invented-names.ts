import type { Person } from '../demo-world.ts'
import type { Random } from '../random.ts'

/*
 * The common parts of all invented worlds. Hosts have reserved suffixes (RFC 2606), addresses are from the documentation ranges (RFC 5737),
 * phone numbers from the ranges reserved for drama (Ofcom; 555-01xx in North America).
 */

/** The provider's second reviewer: a deletion requires two. */
export const secondReviewer: Person = {
  id: '5b0f2c1e-7a64-4c11-9d0e-3f2a10c8e301',
  name: 'Noor Halvorsen',
  email: 'noor.halvorsen@signet.example',
  role: 'qa',
  hasAccount: true,
}
const thirdReviewer: Person = {
  id: '5b0f2c1e-7a64-4c11-9d0e-3f2a10c8e302',
  name: 'Mateo Ferreira',
  email: 'mateo.ferreira@signet.example',
  role: 'qa',
  hasAccount: true,
}
/** The reviewers other than the one who signs in. */
export const colleagues: readonly Person[] = [secondReviewer, thirdReviewer]

/** The reviewer of a record, derived from its id so that no random numbers are drawn. */
export function colleagueOf(id: string): Person {
  return Number.parseInt(id.slice(-1), 16) < 5 ? thirdReviewer : secondReviewer
}

/** The provider's staff who work on takedowns. */
export const caseTeam: readonly Person[] = [
  {
    id: '5b0f2c1e-7a64-4c11-9d0e-3f2a10c8e201',
    name: 'Priya Nair',
    email: 'priya.nair@signet.example',
    role: 'subAdmin',
  },
  {
    id: '5b0f2c1e-7a64-4c11-9d0e-3f2a10c8e202',
    name: 'Daniel Osei',
    email: 'daniel.osei@signet.example',
    role: 'subAdmin',
  },
]

export const registrars = ['Harbor Registrar', 'Lantern Names', 'Quill Domains', 'Saltmarsh Registry Services'] as const
export const hosters = ['CloudNest Hosting', 'Pebble Servers', 'Ironwood Hosting', 'Tidepool Cloud'] as const
/** Networks that connect the hosting companies. */
export const carriers = ['Northmere Transit', 'Gullwing Networks'] as const
export const appStores = ['AppHarbour', 'DroidShelf', 'Pocket Bazaar', 'APK Orchard'] as const
export const forums = ['Black Lantern', 'Nightjar Market', 'Cinder Board', 'Dropvault'] as const
export const otherBanks = [
  'Castlebridge Savings',
  'Northgate Mutual',
  'Lindenfield Credit Union',
  'Harrowmere Bank',
] as const
export const places = ['Harrowmere', 'Castlebridge', 'Lindenfield', 'Port Aldous', 'Northgate', 'Elmsworth'] as const
const streets = ['Market Street', 'Station Road', 'Quay Lane', 'Orchard Row', 'Mill Parade'] as const

const firstNames = ['Elena', 'Tomas', 'Ruth', 'Idris', 'Hanna', 'Marcus', 'Leila', 'Jonas', 'Amara', 'Felix'] as const
const lastNames = [
  'Varga-Holm',
  'Penhallow',
  'Okonjo-Reyes',
  'Lindqvist-Moss',
  'Tarrant-Vale',
  'Brandvold',
  'Ashgrove',
  'Ilves-Carter',
] as const

export function personName(random: Random): string {
  return `${random.pick(firstNames)} ${random.pick(lastNames)}`
}

export function streetAddress(random: Random): string {
  return `${random.int(2, 148)} ${random.pick(streets)}, ${random.pick(places)}`
}

/** A phone number that is not in service. */
export function phoneNumber(random: Random): string {
  const last = String(random.int(0, 999)).padStart(3, '0')
  const short = String(random.int(0, 99)).padStart(2, '0')
  return random.chance(0.7) ? `+44 20 7946 0${last}` : `+1 202 555 01${short}`
}

/** An IPv4 address from a range reserved for documentation. */
export function ipAddress(random: Random): string {
  return `${random.pick(['192.0.2', '198.51.100', '203.0.113'])}.${random.int(2, 254)}`
}

/** A suffix without a registry. */
export function reservedSuffix(random: Random): string {
  return random.weighted({ example: 4, invalid: 3, test: 3 })
}

/** A handle that matches a profile name, e.g. `larch_helpdesk`. */
export function handleOf(random: Random, name: string): string {
  const words = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9 ]/g, '')
    .split(' ')
    .filter(Boolean)
  const joined = words.slice(0, 3).join(random.pick(['_', '.', '']))
  return random.chance(0.45) ? `${joined}${random.pick(['_', ''])}${random.int(1, 99)}` : joined
}
