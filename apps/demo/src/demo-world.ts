import type { Role } from '@signet/contract/access/permissions'
import type { DemoCompany } from './companies/demo-companies.ts'
import type { Random } from './random.ts'

/** An invented person, most of them without an account; `id` is used where a row requires a user. */
export interface Person {
  id: string
  name: string
  email: string
  role: Role
  /** A reviewer of `colleagues`; the demo creates an account for them, which is never used to sign in. */
  hasAccount?: true
}

/** The purposes that fake profiles, pages and channels of a company claim. */
export type ProfileTheme = 'support' | 'money' | 'rewards' | 'work'

/** An exposed service of the company. */
export interface OpenService {
  service: string
  port: number
  host: string
  proof: string
  /** Known faults of its version. */
  vulnerabilities?: string
}

/** How many threats of a company are in each stage of review before they are published. */
export interface ReviewCounts {
  queued: number
  watched: number
  deletionPending: number
  deleted: number
}

/** The invented world of one company: the texts and names of the company and of its impersonators. */
export interface DemoWorld {
  company: DemoCompany
  /** Users of the client other than the one who signs in. */
  colleagues: readonly Person[]
  reviews: ReviewCounts
  /** What an entry on a map calls a branch of the company, e.g. `Bank`. */
  tradeName: string
  hosts: {
    /** The correct spellings of the brand that squatters use. */
    names: readonly string[]
    misspelt: readonly string[]
    /** With digits and hyphens instead of letters. */
    respelled: readonly string[]
    /** With letters of other alphabets and accents, so that it looks like the brand in a browser. */
    accented: readonly string[]
    /** Words of the industry that squatters combine with the brand. */
    trade: readonly string[]
  }
  profileNames: Readonly<Record<ProfileTheme, readonly string[]>>
  /** Posts on hidden forums, by threat type. */
  posts: Readonly<Record<string, readonly string[]>>
  repositories: Readonly<Record<string, readonly string[]>>
  documents: Readonly<Record<string, readonly string[]>>
  payees: readonly string[]
  services: readonly OpenService[]
  /** Messages on Telegram, by threat type. */
  messages: Readonly<Record<string, readonly string[]>>
  chatLines: readonly string[]
  appNames: readonly string[]
  mapTitles: readonly string[]
  adLines: readonly string[]
  advertisers: readonly string[]
  listings: readonly string[]
  videoTitles: Readonly<Record<string, readonly string[]>>
  jobs: readonly string[]
  /** Texts of the company's own sign-in page, and the links of a parked name. */
  slogans: readonly string[]
  parkedLinks: readonly string[]
  /** Lines of code and settings, by threat type. */
  codeLines: Readonly<Record<string, readonly string[]>>
}

/** The two brands of a company of the demo. */
export function brandsOf({ company }: DemoWorld) {
  const [main, second] = company.brands
  if (!main || !second) throw new Error(`${company.key} needs two brands`)
  return { main, second }
}

/** The key of the brand that a text is about: the second brand if the text names it. */
export function brandKeyIn(world: DemoWorld, text: string): string {
  const { main, second } = brandsOf(world)
  const pattern = new RegExp(second.name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, String.raw`\s*`), 'i')
  return pattern.test(text) ? second.id : main.id
}

/** The name of a fake profile. */
export function profileName(world: DemoWorld, random: Random, theme: ProfileTheme, places: readonly string[]): string {
  const name = random.pick(world.profileNames[theme])
  return random.chance(0.25) ? `${name} ${random.pick([...places, 'Europe', '2', 'HQ', 'Live'])}` : name
}
