import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { roles, type Role } from '@signet/contract/access/permissions'
import { recordFrom, required } from '@signet/contract/narrow'
import { minuteMs } from '@signet/contract/time'
import { scanJob } from '@signet/server/features/intake/intake.jobs'
import type { Database, Tx } from '@signet/server/db/database'
import { addBrands } from '@signet/server/features/companies/companies.queries'
import { addCompany } from '@signet/server/features/companies/add-company'
import { sealTotp } from '@signet/server/features/factors/totp'
import { hashPassword } from '@signet/server/features/sessions/passwords/passwords'
import { addUser } from '@signet/server/features/identity/add-user.queries'
import { demoCompanies, type DemoCompany } from './companies/demo-companies.ts'
import type { DemoContext, DemoPart, DemoPerson, Installation } from './demo-part.ts'
import { demoPassword, demoTotpSecret, demoUsers, settledPassword } from './companies/demo-users.ts'
import { colleagues } from './companies/invented-names.ts'
import { generateCompanyYear } from './companies/company-year.ts'
import { companyLogosDemo } from './pictures/company-logos-demo.ts'
import { analysisFilesDemo } from './decisions/analysis-files-demo.ts'
import { applyOutcomes, readRecording, recordedKey, type Recording } from './decisions/recorded-cases.ts'
import { loadCtLogsDemo } from './sources/ct-logs-demo.ts'
import { filesDemo } from './sources/files-demo.ts'
import { ingestDemo } from './sources/ingest-demo.ts'
import { hasDemoRecords, insertDemoThreats } from './companies/insert-company.ts'
import { leaksDemo } from './sources/leaks-demo.ts'
import { logsDemo } from './sources/logs-demo.ts'
import { messagesDemo } from './sources/messages-demo.ts'
import { randomOf } from './random.ts'
import { allowListDemo } from './decisions/allow-list-demo.ts'
import { assignmentsDemo } from './decisions/assignments-demo.ts'
import { ownFindingsDemo } from './decisions/own-findings-demo.ts'
import { discoveredHostsDemo } from './decisions/discovered-hosts-demo.ts'
import { assetsDemo } from './companies/assets-demo.ts'
import { brandCapturesDemo } from './pictures/brand-captures-demo.ts'
import { brandLogosDemo } from './pictures/brand-logos-demo.ts'
import { viewsDemo } from './companies/views-demo.ts'
import { reviewPolicyDemo } from './decisions/review-policy-demo.ts'
import { watchesDemo } from './threats/watches-demo.ts'
import { observationsDemo } from './threats/observations-demo.ts'
import { traitsDemo } from './threats/traits-demo.ts'
import { peopleDemo } from './companies/people-demo.ts'
import { toutsDemo } from './touts/touts-demo.ts'
import { worlds } from './worlds/index.ts'

export const demoSeed = 20_261_121
const scanWaitMs = 60_000

/** A step of the loading that begins. */
export interface DemoStep {
  /** The name of the company that it loads. */
  company: string
  /** What it loads, e.g. `threats`. */
  part: string
  /** How much of everything was loaded before it, 0 to 1. */
  share: number
}

interface LoadOptions {
  waitForScan: boolean
  /** Not called if an earlier start loaded everything. */
  onStep?: (step: DemoStep) => void
  /** Called while it waits for the first scan, ten times a second. */
  onScan?: (progress: { namesRead: number }) => void
}

/** The parts that are loaded for each company, in this order, after its threats. */
const demoParts: readonly DemoPart[] = [
  toutsDemo,
  ingestDemo,
  assetsDemo,
  brandLogosDemo,
  companyLogosDemo,
  brandCapturesDemo,
  viewsDemo,
  leaksDemo,
  logsDemo,
  messagesDemo,
  filesDemo,
  analysisFilesDemo,
  observationsDemo,
  traitsDemo,
  peopleDemo,
  watchesDemo,
  reviewPolicyDemo,
  allowListDemo,
  ownFindingsDemo,
  discoveredHostsDemo,
  assignmentsDemo,
]

/** Whether a loading was interrupted before its tables were analyzed. */
function isWithoutStatistics(database: Installation['database']): Promise<boolean> {
  return database.asOwner(async (db) => {
    const { rows } = await sql`select from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and reltuples < 0 limit 1`.execute(db)
    return rows.length > 0
  })
}

/**
 * Loads the demo companies, users and records, and queues the first scan of the bundled feed. Every step checks whether it has already been
 * done, so the next start completes an interrupted one, and a second start changes nothing.
 *
 * Companies, people, brands and leaks are inserted with the functions of their features. The year of history is inserted with SQL: calls
 * and jobs record current events, and the demo needs events on past days. Takedowns were recorded while calls and jobs worked on them.
 */
export async function loadDemo(program: Installation, options: LoadOptions): Promise<{ created: boolean }> {
  const { database, files } = program
  const companies: AddedCompany[] = []
  for (const company of demoCompanies) {
    const { key, name, modules, threatSources, config } = company
    const { companyId, isNew } = await addCompany(database, { key, name, modules, threatSources, config, isDemo: true })
    const brandIds = await database.inCompanies([companyId], (tx) => addBrands(tx, companyId, company.brands))
    companies.push({ company, companyId, brandIds, isNew })
  }
  const created = companies.some(({ isNew }) => isNew)
  // The scan is queued when everything is loaded.
  const isLoaded = await database.inCompanies([], hasFirstScan)
  const begin = ({ name }: DemoCompany, part: string, share: number) => {
    if (!isLoaded) options.onStep?.({ company: name, part, share })
  }
  const users = await addDemoUsers(program, companies)
  await addColleagues(database, companies)
  const today = await firstStartOf(database)

  let recording: Recording | null = null
  const recorded = (key: string) => required((recording ??= readRecording(today))[key], key)

  // The threats of a company take about as long as all its other parts.
  for (const [at, { company, companyId, brandIds }] of companies.entries()) {
    begin(company, 'threats', at / companies.length / 2)
    const world = worlds.find((one) => one.company === company)
    if (world && !(await hasDemoRecords(database, companyId, 'threat'))) {
      const data = generateCompanyYear(world, { seed: demoSeed, today })
      const cases = recorded(recordedKey(company.key, 'threat'))
      applyOutcomes(data.threats, cases)
      const own = usersOf(users, company)
      await insertDemoThreats(database, files, {
        companyId,
        brandIds,
        users: own,
        world,
        data,
        recorded: { cases, today },
      })
    }
  }
  // The parts query data that was just inserted; without statistics the planner chooses slow plans.
  if (created || (await isWithoutStatistics(database))) await database.asOwner((db) => sql`analyze`.execute(db))
  for (const [at, { company, companyId, brandIds }] of companies.entries()) {
    const own = usersOf(users, company)
    for (const [done, part] of demoParts.entries()) {
      begin(company, wordsOf(part), (1 + (at + done / demoParts.length) / companies.length) / 2)
      const random = randomOf(demoSeed, `${company.key} ${part.name}`)
      await part.load({ program, company, companyId, brandIds, users: own, random, today, recorded })
    }
  }
  await loadCtLogsDemo(database, randomOf(demoSeed, 'ct-logs'))
  const scanId = await queueFirstScan(
    program,
    companies.map(({ companyId }) => companyId),
  )
  if (scanId && options.waitForScan) await scanDone(database, scanId, options.onScan)
  return { created }
}

/** The name of a part as words, e.g. `brand logos`. */
const wordsOf = ({ name }: DemoPart) => name.replaceAll(/-|(?=[A-Z])/g, ' ').toLowerCase()

/**
 * When the demo was first loaded, to the minute: a start that completes an interrupted one uses the same instant as the end of the data. To
 * the minute, because notices name minutes.
 */
async function firstStartOf(database: Database): Promise<Date> {
  const row = await database.asOwner((db) =>
    db
      .selectFrom('companies')
      .select((select) => select.fn.min('created_at').as('at'))
      .where('is_demo', '=', true)
      .executeTakeFirstOrThrow(),
  )
  return new Date(Math.floor(row.at.getTime() / minuteMs) * minuteMs)
}

interface AddedCompany extends Pick<DemoContext, 'company' | 'companyId' | 'brandIds'> {
  isNew: boolean
}
type AddedUser = DemoPerson & { of: string }

async function addDemoUsers(
  program: Pick<Installation, 'database' | 'keys'>,
  companies: readonly AddedCompany[],
): Promise<AddedUser[]> {
  const { database } = program
  const emails = demoUsers.map(({ email }) => email.toLowerCase())
  const known = await database.inIdentity((tx) =>
    tx.selectFrom('users').select('email').where('email', 'in', emails).execute(),
  )
  const passwordHash = known.length === demoUsers.length ? '' : await hashPassword(demoPassword)
  const allIds = companies.map(({ companyId }) => companyId)
  return database.inIdentity(async (tx) => {
    const added: AddedUser[] = []
    for (const user of demoUsers) {
      const { companyId } = required(
        companies.find(({ company }) => company.key === user.of),
        user.of,
      )
      const { userId } = await addUser(tx, {
        email: user.email,
        name: user.name,
        role: user.role,
        companyId,
        adminCompanyIds: user.hasAll ? allIds : [],
        passwordHash,
        isDemo: true,
      })
      if (user.hasTotp) await addDemoTotp(tx, program.keys.sealing, userId)
      added.push({ id: userId, name: user.name, email: user.email.toLowerCase(), role: user.role, of: user.of })
    }
    return added
  })
}

/** Adds the reviewers named in the records: they work for every company, and their accounts are never used to sign in. */
async function addColleagues(database: Database, companies: readonly AddedCompany[]): Promise<void> {
  const [home] = companies
  if (!home) return
  const rows = colleagues.map(({ id, name, email }) => ({
    id,
    email,
    name,
    role: 'qa' as const,
    company_id: home.companyId,
    password_hash: settledPassword,
    is_demo: true,
    phone: null,
    last_sign_in_at: new Date(),
  }))
  await database.inIdentity(async (tx) => {
    const added = await tx
      .insertInto('users')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute()
    const works = added.flatMap(({ id }) => companies.map(({ companyId }) => ({ user_id: id, company_id: companyId })))
    if (works.length > 0) await tx.insertInto('user_companies').values(works).execute()
  })
}

/** Activates the known secret, once. */
async function addDemoTotp(tx: Tx, key: Buffer, userId: string): Promise<void> {
  await tx
    .insertInto('totp_factors')
    .values({ user_id: userId, secret: sealTotp(key, userId, demoTotpSecret), confirmed_at: new Date() })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute()
}

/** The users who work for a company, by role; the company's own users take precedence. */
function usersOf(users: readonly AddedUser[], company: DemoCompany): Record<Role, DemoPerson> {
  const own = users.toSorted((a, b) => Number(b.of === company.key) - Number(a.of === company.key))
  return recordFrom(roles, (role) =>
    required(
      own.find((user) => user.role === role),
      role,
    ),
  )
}

async function hasFirstScan(tx: Tx): Promise<boolean> {
  const scan = await tx.selectFrom('scans').select('id').where('feed', '=', 'bundled').limit(1).executeTakeFirst()
  return scan !== undefined
}

/** Inserts the scan and its record together; null when there already was one. */
async function queueFirstScan(
  { database, queue }: Pick<Installation, 'database' | 'queue'>,
  companyIds: readonly number[],
): Promise<string | null> {
  return database.inCompanies(companyIds, async (tx) => {
    if (await hasFirstScan(tx)) return null
    const scanId = randomUUID()
    await tx.insertInto('scans').values({ id: scanId, feed: 'bundled', error: null, finished_at: null }).execute()
    const watching = companyIds.map((companyId) => ({ company_id: companyId, scan_id: scanId, by_name: 'Signet' }))
    await tx.insertInto('company_scans').values(watching).execute()
    await queue.enqueue(tx, scanJob, { scanId, feed: 'bundled' })
    return scanId
  })
}

async function scanDone(database: Database, scanId: string, onScan: LoadOptions['onScan']): Promise<void> {
  const until = performance.now() + scanWaitMs
  while (performance.now() < until) {
    const { state, names_read: namesRead } = await database.inCompanies([], (tx) =>
      tx.selectFrom('scans').select(['state', 'names_read']).where('id', '=', scanId).executeTakeFirstOrThrow(),
    )
    onScan?.({ namesRead: Number(namesRead) })
    if (state === 'done' || state === 'failed') return
    await wait(100)
  }
}
