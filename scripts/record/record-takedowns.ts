import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { recordFrom, required } from '@signet/contract/narrow'
import { roles } from '@signet/contract/access/permissions'
import { dayMs } from '@signet/contract/time'
import { attemptChannelNames } from '@signet/contract/takedowns/attempts'
import { caseTeam } from '../../apps/demo/src/companies/invented-names.ts'
import { generateCompanyYear } from '../../apps/demo/src/companies/company-year.ts'
import { demoUsers, settledPassword } from '../../apps/demo/src/companies/demo-users.ts'
import { insertDemoThreats } from '../../apps/demo/src/companies/insert-company.ts'
import type { DemoData, DemoThreat, UserKey } from '../../apps/demo/src/demo-data.ts'
import type { DemoPerson } from '../../apps/demo/src/demo-part.ts'
import type { DemoWorld, Person } from '../../apps/demo/src/demo-world.ts'
import { recordedKey, recordedToday, type Recording } from '../../apps/demo/src/decisions/recorded-cases.ts'
import { demoSeed } from '../../apps/demo/src/load-demo.ts'
import { randomOf } from '../../apps/demo/src/random.ts'
import { observationsDemo } from '../../apps/demo/src/threats/observations-demo.ts'
import { toutsDemo, toutYear } from '../../apps/demo/src/touts/touts-demo.ts'
import { worlds } from '../../apps/demo/src/worlds/index.ts'
import type { Actor, CompanyRef } from '../../apps/server/src/app/context.ts'
import type { Queue } from '../../apps/server/src/app/jobs.ts'
import { deriveKeys } from '../../apps/server/src/app/keys.ts'
import { companyOf } from '../../apps/server/src/db/company-keys.queries.ts'
import { openDatabase } from '../../apps/server/src/db/database.ts'
import { openEmbeddedPostgres } from '../../apps/server/src/db/embedded/embedded-postgres.ts'
import { migrate } from '../../apps/server/src/db/migrate.ts'
import { addCompany } from '../../apps/server/src/features/companies/add-company.ts'
import { addBrands } from '../../apps/server/src/features/companies/companies.queries.ts'
import { addUser } from '../../apps/server/src/features/identity/add-user.queries.ts'
import { switchChannel } from '../../apps/server/src/features/takedowns/notices/notice-channels.queries.ts'
import { hostOfThreat } from '../../apps/server/src/features/threats/found/domain-watches.queries.ts'
import { environmentKeys } from '../../apps/server/src/secrets/key-provider.ts'
import { openSecrets } from '../../apps/server/src/secrets/secrets.ts'
import { CaseWork, type Case, type Shown } from './case-work.ts'
import { courseOf } from './courses.ts'
import { readCases } from './read-cases.ts'
import { recordedTime } from './recorded-time.ts'

/** How many days before the end the recording begins; the demo covers fewer. */
const daysBefore = 430

/**
 * Lets the product work on the takedowns of a company of the demo, in a database of its own and at the times of their scripts. Once per
 * process, whose clock and ids it replaces.
 *
 * @param isWanted limits the recording to threats that it returns true for
 * @returns the recording, and a line for each case that didn't end in the status that it was to end in
 */
export async function recordTakedowns(
  say: (line: string) => void,
  companyKey: string,
  isWanted: (threatId: string) => boolean = () => true,
): Promise<{ recording: Recording; missed: string[] }> {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'signet-record-'))
  // The embedded server may run as another user, who needs access to the directory.
  await chmod(directory, 0o711)
  const postgres = await openEmbeddedPostgres({ dataDir: path.join(directory, 'data'), durability: 'test' })
  const opening = openDatabase(postgres.connection)
  await migrate(opening)
  await opening.pool.query(
    `do $$ begin execute format('alter database %I set search_path = clock, pg_catalog, public', current_database()); end $$`,
  )
  await opening.close()
  const database = openDatabase(postgres.connection, 2)
  try {
    const time = await recordedTime(database, recordedToday.getTime() - daysBefore * dayMs)
    const secrets = openSecrets(environmentKeys([randomBytes(32)]))
    const until = recordedToday.getTime()
    const work = new CaseWork({ database, directory: path.join(directory, 'files'), secrets, time, until })
    await database.inCompanies([], async (tx) => {
      for (const channel of attemptChannelNames) await switchChannel(tx, channel, true, 'Sofia Bergstrand')
    })
    const played: { key: string; companyId: number; cases: Case[] }[] = []
    for (const world of worlds) {
      // All of them, so that the ids of the companies are those of the demo.
      const { key, name, modules, threatSources, config } = world.company
      const { companyId } = await addCompany(database, { key, name, modules, threatSources, config })
      if (key !== companyKey) continue
      say(`Preparing ${name} …`)
      played.push(...(await prepare({ work, world, companyId, isWanted })))
    }
    await database.asOwner((db) => sql`analyze`.execute(db))
    const all = played.flatMap(({ cases }) => cases)
    say(`Recording ${all.length} takedowns …`)
    for (const one of all)
      work.agenda.add(one.order.requestedAt.getTime(), one, () => advance(work, one, courseOf(work, one)))
    await work.play()
    await time.set(until)
    const missed: string[] = []
    for (const one of all) {
      const status = await work.status(one)
      if (status !== one.order.goal)
        missed.push(`${one.threat.id} (${one.threat.source}) is ${status}, not ${one.order.goal}`)
    }
    const recording: Record<string, Recording[string]> = {}
    for (const { key, companyId, cases } of played) recording[key] = await readCases(work, companyId, cases)
    return { recording, missed }
  } finally {
    await database.close()
    await postgres.stop()
    await rm(directory, { recursive: true, force: true, maxRetries: 20 })
  }
}

/** Takes the next step of a course, and plans the one after it. */
async function advance(work: CaseWork, of: Case, course: ReturnType<typeof courseOf>): Promise<void> {
  const { done, value } = await course.next()
  if (!done) work.later(of, value, () => advance(work, of, course))
}

/** Inserts the threats of a company with what was observed, as the demo does, and writes the list of its cases. */
async function prepare({
  work,
  world,
  companyId,
  isWanted,
}: {
  work: CaseWork
  world: DemoWorld
  companyId: number
  isWanted: (threatId: string) => boolean
}) {
  const { database } = work.parts
  const { company } = world
  const brandIds = await database.inCompanies([companyId], (tx) => addBrands(tx, companyId, company.brands))
  const ref = await database.inCompanies([companyId], (tx) => companyOf(tx, companyId))
  const people = await addPeople(work, ref, world)
  const users = { client: people.user, qa: people.user, superAdmin: people.user }
  const random = randomOf(demoSeed, `${company.key} ${toutsDemo.name}`)
  const years = [
    { kind: 'threat' as const, data: generateCompanyYear(world, { seed: demoSeed, today: recordedToday }) },
    ...(['tout'] as const).flatMap((kind) => {
      const year = toutYear({ company, random, today: recordedToday })
      return year ? [{ kind, data: year.data }] : []
    }),
  ]
  const played: { key: string; companyId: number; cases: Case[] }[] = []
  for (const { kind, data } of years) {
    await insertDemoThreats(database, work.files, { companyId, brandIds, users, world, data: onlyThreats(data) })
    const threats = new Map(data.threats.map((threat) => [threat.id, threat]))
    const cases = data.orders
      .filter(({ threatId }) => isWanted(threatId))
      .map((order): Case => {
        const threat = required(threats.get(order.threatId), 'the threat of an order')
        const own = randomOf(demoSeed, `takedown ${threat.id}`)
        const requester =
          order.by === 'client' ? people.client : required(people.actors.get(personIn(order.by)), 'a person')
        return {
          company: ref,
          order,
          threat,
          host: hostOfThreat(threat),
          random: own,
          ids: own.fork('ids'),
          requester,
          client: people.client,
          officer:
            requester.role === 'subAdmin'
              ? requester
              : required(people.actors.get(own.pick(caseTeam).id), 'an officer'),
          shown: shownAtFirst(threat),
          answers: () => [],
          takedownId: '',
          nextLookAt: 0,
          stepAt: 0,
          caseNumbers: new Map(),
        }
      })
    played.push({ key: recordedKey(company.key, kind), companyId, cases })
  }
  await observationsDemo.load({
    program: {
      database,
      files: work.files,
      secrets: work.parts.secrets,
      keys: deriveKeys('recording of the demo'),
      queue: noQueue,
    },
    company,
    companyId,
    brandIds,
    users: recordFrom(roles, () => people.user),
    random: randomOf(demoSeed, `${company.key} ${observationsDemo.name}`),
    today: recordedToday,
    recorded: () => ({ outcomes: [], tables: [], contents: {} }),
  })
  return played
}

const onlyThreats = (data: DemoData): DemoData => ({
  ...data,
  orders: [],
  analyses: [],
  remarks: [],
  bookmarks: [],
  audit: [],
})

/** A name without a page of its own shows the placeholder of its seller. */
const shownAtFirst = ({ source, threatType }: DemoThreat): Shown =>
  source === 'Domain' && threatType !== 'Phishing site' ? 'parked' : 'page'

const personIn = (by: UserKey | Person) => (typeof by === 'string' ? by : by.id)

const noQueue: Queue = {
  enqueue: () => Promise.reject(new Error('nothing is queued')),
  work: () => Promise.resolve(),
  stop: () => Promise.resolve(),
}

/** Adds everybody who works on the cases of a company. */
async function addPeople({ parts }: CaseWork, company: CompanyRef, world: DemoWorld) {
  const own = required(
    demoUsers.find(({ role, of }) => role === 'client' && of === company.key),
    'the client',
  )
  const invented = [...caseTeam, ...world.colleagues]
  const userId = await parts.database.inIdentity(async (tx) => {
    const added = await addUser(tx, {
      ...own,
      companyId: company.id,
      adminCompanyIds: [],
      passwordHash: settledPassword,
    })
    await tx
      .insertInto('users')
      .values(
        invented.map(({ id, email, name, role }) => ({
          id,
          email,
          name,
          role,
          company_id: company.id,
          password_hash: settledPassword,
          phone: null,
          last_sign_in_at: null,
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return added.userId
  })
  const actorOf = ({ id, name, email, role }: Person): Actor => ({
    userId: id,
    sessionId: '',
    name,
    email: email.toLowerCase(),
    role,
    company,
    adminCompanies: [],
    phone: null,
    lastSignInAt: null,
    ownRoleInView: null,
  })
  const user: DemoPerson = { id: userId, name: own.name, email: own.email.toLowerCase(), role: own.role }
  return { user, client: actorOf(user), actors: new Map(invented.map((one) => [one.id, actorOf(one)])) }
}
