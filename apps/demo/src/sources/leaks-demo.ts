import { createHash } from 'node:crypto'
import { leakTypeKeys, type LeakType } from '@signet/contract/leaks/leaks'
import { dayMs, hourMs } from '@signet/contract/time'
import type { LeakDraft } from '@signet/server/features/leaks/list/describe-leak'
import type { StoredPerson } from '@signet/server/db/columns'
import { keepLeaks, leakKeepingOf } from '@signet/server/features/leaks/files/keep-leaks'
import { findPeople, loginsOf } from '@signet/server/features/leaks/people/watched-people.queries'
import type { DemoCompany } from '../companies/demo-companies.ts'
import type { DemoPart } from '../demo-part.ts'
import { idFrom } from './files-demo.ts'
import { hasDemoRows } from '../has-demo-rows.ts'
import { forums, personName } from '../companies/invented-names.ts'
import type { Random } from '../random.ts'
import { timelineOf } from '../threats/timeline.ts'

const leaksOfCompany = 6_000
const batchRows = 2_000
const passwordDays = 90
const learnedLateDaysMax = 20
const seenYesterdayMs = 2 * hourMs

const typeWeights: Record<LeakType, number> = {
  customerCredentials: 30,
  comboLists: 25,
  stealerLogs: 22,
  employeeCredentials: 8,
  sessionTokens: 5,
  documents: 4,
  sourceCode: 3,
  paymentCards: 2,
  piiDatabases: 1,
}
const stealers = ['Magpie Stealer', 'Ferret Logger', 'Jackdaw', 'Burrow RAT'] as const
const databases = [...forums, 'Signal channel mirror', 'Paste archive'] as const
const documentCategories = [
  'Board papers',
  'Contracts',
  'Customer lists',
  'Invoices',
  'Network plans',
  'Staff records',
] as const
const documentSources = ['Open storage bucket', 'File sharing site', 'Forum attachment', 'Paste site'] as const
const codeSources = ['Public repository', 'Paste site', 'Container registry'] as const
/** Where people have accounts, each host as often as it is taken: customers sign in to the bank, staff to their tools. */
const hostsOf = {
  customers: ['login', 'login', 'login', 'login', 'login', 'online', 'online', 'online', 'pay', 'secure'],
  staff: ['mail', 'mail', 'mail', 'mail', 'vpn', 'vpn', 'vpn', 'hr', 'hr', 'admin'],
} as const
const paths = ['/', '/login', '/account/session', '/signin', '/my/orders', '/reset', ''] as const
const syllables = [
  'ka',
  'lo',
  'mi',
  'tren',
  'vo',
  'sul',
  'ber',
  'dan',
  'qui',
  'pos',
  'ral',
  'fen',
  'tor',
  'win',
] as const
const outsideSites = ['shop.example.net', 'forum.example.org', 'games.example.net', 'travel.example.org'] as const

/** Leaks of every kind over 400 days, some of them of the company's protected people, so the demo of its assets must run first. */
export const leaksDemo: DemoPart = {
  name: 'leaks',
  async load({ program, company, companyId, random, today }) {
    if (!company.isInvented || !company.modules.leaks) return
    await program.database.inCompanies([companyId], async (tx) => {
      if (await hasDemoRows(tx, companyId, 'leaks')) return
      const people = await findPeople(tx, companyId)
      const drafts = makeLeaks(random, company, people, today)
      const keeping = await leakKeepingOf(tx, companyId)
      for (let at = 0; at < drafts.length; at += batchRows)
        await keepLeaks(tx, program.secrets, keeping, drafts.slice(at, at + batchRows), today)
      await tx
        .insertInto('leak_imports')
        .values(
          leakTypeKeys.map((leakType, index) => ({
            company_id: companyId,
            id: idFrom(`${company.key} import ${leakType}`),
            file: createHash('sha256').update(`${company.key} ${leakType}`).digest(),
            name: `${leakType}.txt`,
            leak_type: leakType,
            finished_at: new Date(today.getTime() - (5 + 3 * index) * hourMs),
          })),
        )
        .execute()
    })
  },
}

const loginOf = (name: string) => name.toLowerCase().replaceAll(/[^a-z]+/g, '.')

function makeLeaks(random: Random, company: DemoCompany, people: readonly StoredPerson[], today: Date): LeakDraft[] {
  const moments = timelineOf(random.fork('when'), today, leaksOfCompany)
  return moments.map(({ at }, index): LeakDraft => {
    // The newest leaks include one of each kind, so that no tab of a fresh demo is empty.
    const newest = leakTypeKeys[moments.length - 1 - index]
    const leakType = newest ?? random.weighted(typeWeights)
    const late = random.int(0, learnedLateDaysMax) * dayMs
    // Recent leaks were discovered sooner, because no date may be in the future.
    const room = Math.max(0, today.getTime() - seenYesterdayMs - at.getTime())
    const made = makeLeak(random, company, people, leakType, at)
    const id = random.uuid()
    const addedAt = new Date(at.getTime() + Math.min(late, (room * late) / (learnedLateDaysMax * dayMs)))
    return {
      ...made,
      password: made.password === undefined ? undefined : asFound(made.password, leakType, id),
      id,
      leakType,
      leakedAt: at,
      addedAt,
      // The nightly deletion would have removed it.
      isPasswordDeleted: addedAt.getTime() < today.getTime() - passwordDays * dayMs,
      status: random.weighted({ open: 80, resolved: 15, ignored: 5 }),
      isDemo: true,
    }
  })
}

type Made = Omit<LeakDraft, 'id' | 'leakType' | 'leakedAt'>

function makeLeak(
  random: Random,
  company: DemoCompany,
  people: readonly StoredPerson[],
  leakType: LeakType,
  at: Date,
): Made {
  const { word, domain } = company
  const month = at.toISOString().slice(0, 7)
  const source = random.pick(databases)
  const [place, page] = [random.int(0, 9), random.pick(paths)]
  const siteOf = (whose: keyof typeof hostsOf) => `https://${hostsOf[whose][place]}.${domain}${page}`
  const customer = customerOf(random, word)
  const password = random.chance(0.92) ? inventPassword(random) : undefined
  switch (leakType) {
    case 'employeeCredentials': {
      const isOutside = random.chance(0.4)
      return {
        entity: `${word} staff list ${month}`,
        source,
        url: isOutside ? `https://${random.pick(outsideSites)}/login` : siteOf('staff'),
        username: employeeOf(random, company, people),
        password,
      }
    }
    case 'customerCredentials':
      return { entity: `${word} customers ${month}`, source, url: siteOf('customers'), username: customer, password }
    case 'stealerLogs': {
      const isApp = random.chance(0.15)
      const isStaff = random.chance(0.12)
      return {
        entity: `${word} logs ${month} part ${random.int(1, 4)}`,
        source,
        url: isApp ? `android://${random.hex(16)}@example.${word}.app/` : siteOf(isStaff ? 'staff' : 'customers'),
        username: isStaff ? employeeOf(random, company, people) : customer,
        password,
        stealer: random.pick(stealers),
      }
    }
    case 'comboLists':
      return { entity: `${word} combo ${month}`, source, url: siteOf('customers'), username: customer, password }
    case 'sessionTokens':
      return {
        entity: `${word} cookies ${month}`,
        source,
        url: siteOf('customers'),
        username: customer,
        password: `sid=${random.hex(32)}`,
        stealer: random.pick(stealers),
      }
    case 'documents':
    case 'sourceCode': {
      const isCode = leakType === 'sourceCode'
      const category = isCode ? 'Source code' : random.pick(documentCategories)
      const ending = isCode ? random.pick(['zip', 'env', 'tar.gz']) : random.pick(['pdf', 'xlsx', 'docx'])
      return {
        entity: `${word}-${category.toLowerCase().replaceAll(' ', '-')}-${month}-${random.hex(4)}.${ending}`,
        source,
        docCategory: category,
        docSource: random.pick(isCode ? codeSources : documentSources),
        records: random.int(1, 60),
      }
    }
    case 'paymentCards':
      // At most the last four digits of a card number are stored.
      return {
        entity: `${word} cards ${month}`,
        source,
        username: `Card ending ${random.int(1000, 9999)}`,
        records: random.int(1, 40),
      }
    case 'piiDatabases':
      return {
        entity: `${word} people ${month} ${random.hex(4)}`,
        source,
        docCategory: 'Customer lists',
        docSource: random.pick(documentSources),
        records: random.int(200, 90_000),
      }
  }
}

function employeeOf(random: Random, { word, domain }: DemoCompany, people: readonly StoredPerson[]): string {
  if (people.length > 0 && random.chance(0.12)) return random.pick(loginsOf(random.pick(people)))
  return `${loginOf(personName(random))}.${word}${random.int(1, 99)}@${domain}`
}

const customerOf = (random: Random, word: string) =>
  random.chance(0.25)
    ? `${word}_${random.pick(syllables)}${random.pick(syllables)}${random.int(10, 9999)}`
    : `${loginOf(personName(random))}.${word}${random.int(1, 9999)}@${random.pick(['mailbox.example', 'post.example', 'letters.example'])}`

/**
 * The password in the form in which it was leaked: sometimes hashed if it is from a database, never if malware captured it. The form is
 * derived from the id, so that no other data of the demo changes. A bcrypt hash only has the format of one.
 */
function asFound(password: string, leakType: LeakType, id: string): string {
  if (leakType !== 'employeeCredentials' && leakType !== 'customerCredentials') return password
  const drawn = id.charCodeAt(0) % 8
  if (drawn === 0)
    return `$2b$10$${createHash('sha512').update(password).digest('base64').replaceAll(/[+=]/g, '.').slice(0, 53)}`
  return drawn < 3 ? createHash('sha1').update(password).digest('hex') : password
}

/** An invented password: syllables and digits. */
function inventPassword(random: Random): string {
  const letters = Array.from({ length: random.int(2, 5) }, () => random.pick(syllables)).join('')
  const start = random.chance(0.5) ? letters.charAt(0).toUpperCase() + letters.slice(1) : letters
  return `${start}${random.pick(['', '-', '!', '#'])}${random.int(1, 99_999)}`
}
