import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { hourMs } from '@signet/contract/time'
import { deriveKeys, type Keys } from '@signet/server/app/keys'
import { openDatabase, type Database } from '@signet/server/db/database'
import { insertKey } from '@signet/server/features/api-keys/api-keys.queries'
import { newApiKey } from '@signet/server/features/api-keys/authenticate-key'
import { addCompany } from '@signet/server/features/companies/add-company'
import { fingerprintOf, searchTextOf } from '@signet/server/features/threats/found/finding-threat'
import { putThreats } from '@signet/server/features/intake/intake.queries'
import { hashOf, newToken, signAccessToken } from '@signet/server/features/sessions/tokens/tokens'
import { addUser } from '@signet/server/features/identity/add-user.queries'
import {
  fetchWhenFree,
  newInstallation,
  shortenHeartbeat,
  type Ended,
  type Installation,
  type Running,
} from '../signet-process.ts'

/** A write that was sent: its answer, or null if the server was killed before it answered. */
export interface Sent {
  key: string
  threatId: string
  status: number | null
}

/** An installation whose only process is killed and restarted. */
export interface KillWorld {
  signet: Installation
  database: Database
  companyId: number
  companyKey: string
  accessToken(): Promise<string>
  /** Of a super admin. */
  staffToken(): Promise<string>
  /** An API key of the company for sending findings. */
  apiKey: string
  /** The next threat that wasn't used yet. */
  nextThreat(): string
  refreshToken: string
  /** Starts another family of refresh tokens in the session, like signing in again. */
  newFamily(): Promise<void>
  start(): Promise<Running>
  /** Runs a command with the secret of the installation. */
  run(args: readonly string[]): Promise<Ended>
  /** Null if the connection broke. */
  call(
    method: string,
    path: string,
    more?: { headers?: Record<string, string>; body?: string },
  ): Promise<Response | null>
}

const secret = randomBytes(32).toString('hex')
/** A loaded machine takes longer than the default ten seconds to restart; a token sent twice must still be accepted. */
const refreshGraceSeconds = 600

/** A company with published threats, and a client and a super admin who are signed in. */
export async function newKillWorld(threatCount: number, settings: Record<string, string> = {}): Promise<KillWorld> {
  const signet = await newInstallation()
  const keys: Keys = deriveKeys(secret)
  let origin = ''
  const start = async () => {
    const running = signet.start(['serve'], {
      env: { SIGNET_SECRET: secret, SIGNET_LIFETIMES: `refreshGrace=${refreshGraceSeconds}`, ...settings },
    })
    const [, address = ''] = await running.waitForOutput(/Signet is at (\S+)/)
    origin = address
    return running
  }
  const first = await start()
  await shortenHeartbeat(signet)
  // There are more kills than a job has retries, and each may hit the same job.
  await signet.sql('update pgboss.queue set retry_limit = 100')
  const database = openDatabase(await signet.connection(), 4)
  const { companyId } = await addCompany(database, { key: 'kill-world', name: 'Kill world' })
  const ids = await insertPublished(database, companyId, threatCount)
  const session = await signIn(database, companyId)
  const staff = await signIn(database, companyId, 'superAdmin')
  const apiKey = newApiKey(companyId)
  await insertIngestKey(database, companyId, apiKey)
  let taken = 0
  const world: KillWorld = {
    signet,
    database,
    companyId,
    companyKey: 'kill-world',
    refreshToken: '',
    apiKey,
    run: (args) => signet.run(args, { env: { SIGNET_SECRET: secret } }),
    async newFamily() {
      const token = newToken()
      const expires = { session_id: session.sessionId, expires_at: new Date(Date.now() + hourMs) }
      await database.inIdentity((tx) =>
        tx
          .insertInto('refresh_tokens')
          .values({ token_hash: hashOf(token), ...expires, rotated_at: null, successor_hash: null, used_at: null })
          .execute(),
      )
      world.refreshToken = token
    },
    start,
    accessToken: () => signAccessToken(keys, session.sessionId, session.userId),
    staffToken: () => signAccessToken(keys, staff.sessionId, staff.userId),
    nextThreat() {
      taken += 1
      const id = ids[taken - 1]
      if (!id) throw new Error('no threat is left')
      return id
    },
    async call(method, path, more = {}) {
      try {
        const response = await fetchWhenFree(`${origin}${path}`, { method, ...more })
        // The body may be interrupted as well.
        const text = await response.text()
        return new Response(response.status === 204 ? null : text, response)
      } catch {
        return null
      }
    },
  }
  await world.newFamily()
  await first.end('SIGTERM')
  return world
}

/** The host that a threat of the company names. */
export const hostOfKill = (n: number): string => `login-kill-${n}.example`

/** Published threats of the company; returns their ids. */
export async function insertPublished(database: Database, companyId: number, count: number): Promise<string[]> {
  const threats = Array.from({ length: count }, (_, n) => {
    const name = hostOfKill(n)
    const fields = { domain_name: name }
    return {
      id: randomUUID(),
      source: 'Domain' as const,
      fingerprint: fingerprintOf('Domain', name),
      title: name,
      search: searchTextOf('Domain', name, fields),
      threatType: 'Look-alike domain',
      severity: 3,
      url: null,
      fields,
      brandId: null,
      class: 'combosquat',
      score: 80,
      indicators: [],
    }
  })
  await database.inCompanies([companyId], async (tx) => {
    await putThreats(
      tx,
      companyId,
      randomUUID(),
      new Date(),
      threats.map((threat) => ({ threat, feed: 'test', line: 1, text: threat.title })),
    )
    await tx
      .updateTable('threats')
      .set({ stage: 'published', published_at: new Date() })
      .where('company_id', '=', companyId)
      .execute()
  })
  return threats.map(({ id }) => id)
}

export function insertIngestKey(database: Database, companyId: number, apiKey: string) {
  const key = { company_id: companyId, id: randomUUID(), name: 'Collector', scopes: ['ingest' as const] }
  const made = { start: apiKey.slice(0, 12), created_by: randomUUID(), created_by_name: 'Somebody', expires_at: null }
  return database.inCompanies([companyId], (tx) => insertKey(tx, { ...key, ...made, token_hash: hashOf(apiKey) }))
}

/** A user of the company, signed in. */
export function signIn(database: Database, companyId: number, role: 'client' | 'qa' | 'superAdmin' = 'client') {
  const sessionId = randomUUID()
  const later = new Date(Date.now() + hourMs)
  return database.inIdentity(async (tx) => {
    const { userId } = await addUser(tx, {
      email: `${role}-${companyId}@kill.example`,
      name: role,
      role,
      companyId,
      adminCompanyIds: [],
      passwordHash: 'none',
    })
    const session = { id: sessionId, user_id: userId, token_hash: hashOf(newToken()), ip: null, user_agent: null }
    await tx
      .insertInto('sessions')
      .values({ ...session, expires_at: later, ended_at: null, ended_why: null })
      .execute()
    return { sessionId, userId }
  })
}

/** Repeats the work until the signal, like a client that never stops. */
export async function until(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    await work()
    await sleep(1)
  }
}
