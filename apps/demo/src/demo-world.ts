import type { Role } from '@signet/contract/permissions'
import type { DemoCompany } from './demo-companies.ts'
import type { Random } from './random.ts'

/** An invented person, most without an account; `id` stands in where a row asks for a user. */
export interface Person {
  id: string
  name: string
  email: string
  role: Role
  /** A reviewer of `colleagues`; the demo gives them an account that nobody signs in to. */
  hasAccount?: true
}

/** What fake profiles, pages and channels of a company pretend to be for. */
export type ProfileTheme = 'support' | 'money' | 'rewards' | 'work'

/** A service of the company that lies open. */
export interface OpenService {
  service: string
  port: number
  host: string
  proof: string
}

/** The invented world around one company: everything that is said of it and by those who pretend to be it. */
export interface DemoWorld {
  company: DemoCompany
  /** People of the client beside the one who signs in. */
  colleagues: readonly Person[]
  /** What a place of the company is called, e.g. `Bank`. */
  tradeName: string
  hosts: {
    /** The brand as squatters write it, right. */
    names: readonly string[]
    misspelt: readonly string[]
    /** With digits and hyphens in place of letters. */
    respelled: readonly string[]
    /** With letters of other alphabets and accents: what a browser shows looks like the brand. */
    accented: readonly string[]
    /** Words of the trade that go with the brand. */
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
  /** What the company's own sign-in page says, and the links of a parked name. */
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

/** The key of the brand a text is about: the second one where it is named. */
export function brandKeyIn(world: DemoWorld, text: string): string {
  const { main, second } = brandsOf(world)
  const pattern = new RegExp(second.name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, String.raw`\s*`), 'i')
  return pattern.test(text) ? second.id : main.id
}

/** A name a fake profile gives itself. */
export function profileName(world: DemoWorld, random: Random, theme: ProfileTheme, places: readonly string[]): string {
  const name = random.pick(world.profileNames[theme])
  return random.chance(0.25) ? `${name} ${random.pick([...places, 'UK', '2', 'HQ', 'Live'])}` : name
}
