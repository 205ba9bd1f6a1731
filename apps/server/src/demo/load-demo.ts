import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Brand } from '@signet/contract/brands'
import { threatSources } from '@signet/contract/sources'
import type { Role } from '@signet/contract/permissions'
import type { Database } from '../db/database.ts'
import { addBrands, addCompany } from '../features/companies/add-company.ts'
import { hashPassword } from '../features/sessions/passwords.ts'
import { addUser } from '../features/users/add-user.ts'
import type { Program } from '../program.ts'
import { demoPassword, demoUsers, type DemoCompany } from './demo-users.ts'
import { insertDemoThreats } from './insert-meridian.ts'
import { generateMeridianBank } from './meridian-bank.ts'

const seed = 20_261_121
const scanWaitMs = 60_000

/** Real brands with their real official domains, so that the bundled feed gives real threats. */
const feedWatchBrands: Brand[] = [
  { id: 'coinbase', name: 'Coinbase', aliases: ['coinbase'], official: ['coinbase.com', 'coinbase.org', 'base.org'] },
  {
    id: 'binance',
    name: 'Binance',
    aliases: ['binance'],
    official: ['binance.com', 'binance.us', 'binance.org', 'bnbchain.org'],
  },
  {
    id: 'metamask',
    name: 'MetaMask',
    aliases: ['metamask'],
    official: ['metamask.io', 'consensys.io', 'consensys.net'],
  },
  { id: 'uniswap', name: 'Uniswap', aliases: ['uniswap'], official: ['uniswap.org', 'unichain.org'] },
  {
    id: 'ledger',
    name: 'Ledger',
    aliases: ['ledger', 'ledgerlive', 'ledgerwallet'],
    official: ['ledger.com', 'ledgerwallet.com'],
  },
]
const meridianBrands: Brand[] = [
  {
    id: 'meridian-bank',
    name: 'Meridian Bank',
    aliases: ['meridianbank', 'meridian'],
    official: ['meridianbank.example'],
  },
  { id: 'meridian-pay', name: 'MeridianPay', aliases: ['meridianpay'], official: ['meridianpay.example'] },
]

/**
 * Loads the demo companies, users and records, and queues the first scan of the bundled feed. Every step checks whether it was
 * done before, so a start that was cut off is completed by the next one and a second start changes nothing.
 */
export async function loadDemo(
  program: Pick<Program, 'database' | 'files' | 'queue' | 'log'>,
  options: { waitForScan: boolean; say: (line: string) => void },
): Promise<{ created: boolean }> {
  const { database, files } = program
  const meridian = await addCompany(database, { key: 'meridian-bank', name: 'Meridian Bank', isDemo: true })
  const feedWatch = await addCompany(database, {
    key: 'public-feed-watch',
    name: 'Public feed watch',
    threatSources: threatSources.filter((source) => source === 'Domain' || source === 'URL'),
    isDemo: true,
  })
  const created = meridian.isNew || feedWatch.isNew
  if (created) options.say('Loading the demo companies …')
  await database.inCompanies([feedWatch.companyId], (tx) => addBrands(tx, feedWatch.companyId, feedWatchBrands))
  const brandIds = await database.inCompanies([meridian.companyId], (tx) =>
    addBrands(tx, meridian.companyId, meridianBrands),
  )
  const users = await addDemoUsers(database, { meridian: meridian.companyId, feedWatch: feedWatch.companyId })

  if (!(await hasThreats(database, meridian.companyId))) {
    const userOf = (role: Role) => users.find((user) => user.role === role) as (typeof users)[number]
    await insertDemoThreats(database, files, {
      companyId: meridian.companyId,
      brandIds,
      users: { client: userOf('client'), qa: userOf('qa'), superAdmin: userOf('superAdmin') },
      data: generateMeridianBank({ seed, today: new Date() }),
    })
  }
  const scanId = await queueFirstScan(program)
  if (scanId && options.waitForScan) {
    options.say('Scanning the bundled phishing feed …')
    await scanDone(database, scanId)
  }
  return { created }
}

async function addDemoUsers(database: Database, companyIds: Record<DemoCompany, number>) {
  const known = await database.inIdentity((tx) =>
    tx
      .selectFrom('users')
      .select('email')
      .where(
        'email',
        'in',
        demoUsers.map(({ email }) => email.toLowerCase()),
      )
      .execute(),
  )
  const passwordHash = known.length === demoUsers.length ? '' : await hashPassword(demoPassword)
  return database.inIdentity(async (tx) => {
    const added: { id: string; name: string; email: string; role: Role }[] = []
    for (const user of demoUsers) {
      const { userId } = await addUser(tx, {
        email: user.email,
        name: user.name,
        role: user.role,
        companyId: companyIds[user.of],
        adminCompanyIds: user.hasBoth ? Object.values(companyIds) : [],
        passwordHash,
        isDemo: true,
      })
      added.push({ id: userId, name: user.name, email: user.email.toLowerCase(), role: user.role })
    }
    return added
  })
}

function hasThreats(database: Database, companyId: number): Promise<boolean> {
  return database.inCompanies([companyId], async (tx) => {
    const row = await tx
      .selectFrom('threats')
      .select('id')
      .where('company_id', '=', companyId)
      .where('is_demo', '=', true)
      .limit(1)
      .executeTakeFirst()
    return row !== undefined
  })
}

/** Puts the scan and its record down together; null when there was one before. */
async function queueFirstScan({ database, queue }: Pick<Program, 'database' | 'queue'>): Promise<string | null> {
  return database.inCompanies([], async (tx) => {
    const before = await tx.selectFrom('scans').select('id').where('feed', '=', 'bundled').limit(1).executeTakeFirst()
    if (before) return null
    const scanId = randomUUID()
    await tx.insertInto('scans').values({ id: scanId, feed: 'bundled', error: null, finished_at: null }).execute()
    await queue.enqueue(tx, 'scan', { scanId, feed: 'bundled' })
    return scanId
  })
}

async function scanDone(database: Database, scanId: string): Promise<void> {
  const until = performance.now() + scanWaitMs
  while (performance.now() < until) {
    const { state } = await database.inCompanies([], (tx) =>
      tx.selectFrom('scans').select('state').where('id', '=', scanId).executeTakeFirstOrThrow(),
    )
    if (state === 'done' || state === 'failed') return
    await wait(100)
  }
}
