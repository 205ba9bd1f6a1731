import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import type { RouteName } from '@signet/contract'
import type { Role } from '@signet/contract/permissions'
import { messageInputs } from './demo-inputs-messages.ts'
import { noPassword } from '../src/features/users/no-password.ts'
import { newCompany, newUser, theWorld, type TestForm } from './harness.ts'

/** What a call is sent with; the company is added where it is missing. */
export interface DemoInput {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: object
  form?: TestForm
}

/** Who calls, about which company. */
export interface Caller {
  role: Role
  userId: string
  company: { id: number; key: string }
}
interface Picked {
  id: string
  version: number
  source: string
}

const used = new Set<string>()

/** A record of the company that no other call has taken, by a condition in SQL. */
export async function pick(caller: Caller, table: string, where = 'true', columns = 'id, version'): Promise<Picked> {
  const { rows } = await theWorld().database.pool.query<Picked>(
    `select ${columns} from ${table} where company_id = $1 and (${where}) and not (id = any($2::uuid[])) order by id limit 1`,
    [caller.company.id, [...used]],
  )
  const [row] = rows
  if (!row) return expect.fail(`the demo has no ${table} of ${caller.company.key} where ${where}`)
  used.add(row.id)
  return row
}

const threat = (caller: Caller, where: string, kind: 'threat' | 'tout' = 'threat') =>
  pick(caller, 'threats', `kind = '${kind}' and ${where}`, 'id, version, source')

/** A published record with the parameters of its address. */
async function published(caller: Caller, kind: 'threat' | 'tout' = 'threat', where = `status = 'open'`) {
  const { id, version, source } = await threat(caller, `stage = 'published' and ${where}`, kind)
  return { id, version, params: { source, [kind === 'threat' ? 'threatId' : 'toutId']: id } }
}

/** A decision of a reviewer on a record in a stage. */
const reviewed =
  (kind: 'threat' | 'tout', where: string, more: object = {}) =>
  async (caller: Caller) => {
    const { id, version } = await threat(caller, where, kind)
    return { params: { [kind === 'threat' ? 'threatId' : 'toutId']: id }, body: { version, ...more } }
  }
const picture = (caller: Caller): TestForm => ({ fields: { company: caller.company.key } })

async function withTakedown(caller: Caller, where: string, more: object): Promise<DemoInput> {
  const { id, version } = await pick(caller, 'takedowns', where)
  return { params: { takedownId: id }, body: { version, ...more } }
}

const remark = { kind: 'custom', text: 'Seen again this morning' }

async function versionOf(table: string, column: string, companyId: number): Promise<number> {
  const { rows } = await theWorld().database.pool.query<{ version: number }>(
    `select version from ${table} where ${column} = $1`,
    [companyId],
  )
  return rows[0]?.version as number
}

/** Somebody of a company that nobody else works for. */
async function ofSomebody(): Promise<{ params: { userId: string } }> {
  return { params: { userId: (await newUser('client', await newCompany())).id } }
}

type Inputs = Partial<Record<RouteName, (caller: Caller) => Promise<DemoInput> | DemoInput>>

/** Valid input of every call that needs more than a company, on the data of the demo. */
export const demoInputs: Inputs = {
  ...messageInputs,
  changeDetails: () => ({ body: { name: 'A new name' } }),
  changePassword: () => ({ body: { current: 'a long test password', next: 'another long test password' } }),
  endOwnSession: async ({ userId }) => {
    const { rows } = await theWorld().database.pool.query<{ id: string }>(
      `insert into sessions (id, user_id, token_hash, expires_at)
        values (gen_random_uuid(), $1, sha256(gen_random_uuid()::text::bytea), now() + interval '1 hour') returning id`,
      [userId],
    )
    return { params: { sessionId: rows[0]?.id as string } }
  },
  putPreferences: () => ({ body: { mail: 'weekly', severities: ['High'], sources: ['Domain'] } }),
  addCompany: () => ({ body: { key: `umber-${randomBytes(4).toString('hex')}`, name: 'Umber Freight' } }),
  changeCompany: async ({ company }) => ({
    params: { company: company.key },
    body: { config: { addThreats: true }, version: await versionOf('companies', 'id', company.id) },
  }),
  archiveCompany: async () => ({ params: { company: (await newCompany()).key }, body: {} }),
  putFeatures: async () => ({ params: { company: (await newCompany()).key }, body: { modules: {}, pages: [] } }),
  putLogo: () => ({ form: {} }),
  addUser: ({ company }) => ({
    body: {
      name: 'Iris Umber',
      email: `${randomBytes(4).toString('hex')}@mail.example`,
      role: 'client',
      company: company.key,
    },
  }),
  getUser: ofSomebody,
  changeUser: async () => ({ ...(await ofSomebody()), body: { name: 'Renamed', version: 1 } }),
  disableUser: ofSomebody,
  enableUser: ofSomebody,
  resetFactor: ofSomebody,
  endSessions: ofSomebody,
  resendInvite: async () => {
    const { params } = await ofSomebody()
    await theWorld().database.pool.query('update users set password_hash = $1 where id = $2', [
      noPassword,
      params.userId,
    ])
    return { params }
  },
  putAssets: async ({ company }) => ({
    body: {
      brands: [],
      domains: ['umber-mail.example'],
      people: [],
      apps: [],
      version: await versionOf('company_assets', 'company_id', company.id),
    },
  }),
  addApiKey: ({ company }) => ({ params: { company: company.key }, body: { name: 'Reader', scopes: ['read'] } }),

  listThreats: () => ({ params: { source: 'Domain' } }),
  getThreat: async (caller) => ({ params: (await published(caller)).params }),
  listRemarks: async (caller) => ({
    params: (await published(caller, 'threat', 'exists (select from remarks r where r.threat_id = threats.id)')).params,
  }),
  addRemark: async (caller) => ({ params: (await published(caller)).params, body: remark }),
  triageThreat: async (caller) => {
    const { params, version } = await published(caller)
    return { params, body: { action: 'takedown', remark, version } }
  },
  triageThreats: async (caller) => ({
    body: {
      company: caller.company.key,
      selection: { ids: [(await published(caller)).id, (await published(caller)).id] },
      action: 'whitelist',
    },
  }),
  addBookmark: async (caller) => ({ params: (await published(caller)).params }),
  removeBookmark: async (caller) => ({ params: (await published(caller)).params }),
  addEvidence: async (caller) => ({ params: (await published(caller)).params, form: picture(caller) }),

  listTouts: () => ({ params: { source: 'Telegram' } }),
  getTout: async (caller) => ({ params: (await published(caller, 'tout')).params }),
  listToutRemarks: async (caller) => ({
    params: (await published(caller, 'tout', 'exists (select from remarks r where r.threat_id = threats.id)')).params,
  }),
  addToutRemark: async (caller) => ({ params: (await published(caller, 'tout')).params, body: remark }),
  triageTout: async (caller) => {
    const { params, version } = await published(caller, 'tout')
    return { params, body: { action: 'falsePositive', version } }
  },
  addToutBookmark: async (caller) => ({ params: (await published(caller, 'tout')).params }),
  removeToutBookmark: async (caller) => ({ params: (await published(caller, 'tout')).params }),

  getQueued: reviewed('threat', `stage = 'queued'`),
  publishThreat: reviewed('threat', `stage = 'queued'`),
  watchThreat: reviewed('threat', `stage = 'queued'`, { reason: 'Look again' }),
  unwatchThreat: reviewed('threat', `stage = 'watchlist'`),
  requestDeletion: reviewed('threat', `stage = 'queued'`, { reason: 'A namesake' }),
  restoreThreat: reviewed('threat', `stage = 'deleted'`),
  approveDeletion: reviewed('threat', `stage = 'deletionPending'`),
  refuseDeletion: reviewed('threat', `stage = 'deletionPending'`),
  correctThreat: reviewed('threat', `stage = 'queued'`, { severity: 'Low' }),
  reviewThreats: async (caller) => ({
    body: { kind: 'threat', ids: [(await threat(caller, `stage = 'queued'`)).id], action: 'publish' },
  }),
  getQueuedTout: reviewed('tout', `stage = 'queued'`),
  publishTout: reviewed('tout', `stage = 'queued'`),
  watchTout: reviewed('tout', `stage = 'queued'`, { reason: 'Look again' }),
  unwatchTout: reviewed('tout', `stage = 'watchlist'`),
  requestToutDeletion: reviewed('tout', `stage = 'queued'`, { reason: 'A namesake' }),
  restoreTout: reviewed('tout', `stage = 'deleted'`),
  approveToutDeletion: reviewed('tout', `stage = 'deletionPending'`),
  refuseToutDeletion: reviewed('tout', `stage = 'deletionPending'`),
  correctTout: reviewed('tout', `stage = 'queued'`, { severity: 'Low' }),

  requestTakedown: async (caller) => ({
    body: { company: caller.company.key, threatId: (await published(caller)).id, note: 'Please be quick' },
  }),
  getTakedown: async (caller) => ({ params: { takedownId: (await pick(caller, 'takedowns')).id } }),
  moveTakedown: (caller) => withTakedown(caller, `status = 'submitted'`, { status: 'acknowledged' }),
  reopenTakedown: (caller) => withTakedown(caller, `status = 'resolved'`, { reason: 'It is back' }),
  addTakedownFile: async (caller) => ({
    params: { takedownId: (await pick(caller, 'takedowns')).id },
    form: picture(caller),
  }),
  getDeeperAnalysis: async (caller) => ({ params: { analysisId: (await pick(caller, 'deeper_analyses')).id } }),
  moveDeeperAnalysis: async (caller) => {
    const { id, version } = await pick(caller, 'deeper_analyses', `status = 'requested'`)
    return { params: { analysisId: id }, body: { version, status: 'inProgress' } }
  },
  addAnalysisFile: async (caller) => ({
    params: { analysisId: (await pick(caller, 'deeper_analyses')).id },
    form: picture(caller),
  }),
}
