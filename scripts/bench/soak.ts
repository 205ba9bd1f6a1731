import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { causeOf } from '@signet/contract/errors/program-errors'
import { required, textIn } from '@signet/contract/narrow'
import { hourMs } from '@signet/contract/time'
import { deriveKeys } from '../../apps/server/src/app/keys.ts'
import { openDatabase, type Database } from '../../apps/server/src/db/database.ts'
import { openEmbeddedPostgres } from '../../apps/server/src/db/embedded/embedded-postgres.ts'
import { migrate } from '../../apps/server/src/db/migrate.ts'
import { hashPassword } from '../../apps/server/src/features/sessions/passwords/passwords.ts'
import { hashOf, newToken, signAccessToken } from '../../apps/server/src/features/sessions/tokens/tokens.ts'
import { addUser } from '../../apps/server/src/features/identity/add-user.queries.ts'
import { insertLargeData } from './data/large-data.ts'

const threats = 100_000
const listers = 26
const writers = 4
const signers = 2
const connections = listers + writers + signers
/** A user may make 600 calls a minute; each connection has a user of its own and stays below that. */
const leastPauseMs = 110
/** The most requests a second that the connections send in total. */
export const mostRate = Math.floor((connections * 1000) / leastPauseMs)
const password = 'a long soaking password'
const bin = path.resolve(import.meta.dirname, '../../apps/command-line/bin/signet.mjs')

/** The results of the soak test. */
export interface SoakResult {
  lists: number
  decisions: number
  signIns: number
  errors: string[]
  /** Answered a second, of those that were to be sent. */
  rate: number
  /** Of all requests, ms, in the first, the second and the last quarter. */
  medianMs: number[]
  p99Ms: number[]
  /** Resident memory, MB: the median of the first, the second and the last quarter. */
  programMb: number[]
  databaseMb: number[]
}

/**
 * Runs lists, decisions and sign-ins over 32 connections against the started program with its embedded server, at most `rate` requests a
 * second. With all schedules, but no collector.
 */
export async function soak(seconds: number, rate: number, say: (line: string) => void): Promise<SoakResult> {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'signet-soak-'))
  await chmod(directory, 0o711)
  const embedded = await openEmbeddedPostgres({ dataDir: directory })
  const database = openDatabase(embedded.connection, 2)
  const secret = randomBytes(32).toString('hex')
  try {
    await migrate(database)
    const { companyId } = await insertLargeData(
      database,
      { threats, companies: 1, largest: threats, leaks: 50_000 },
      say,
    )
    const tokens = await insertUsers(database, companyId, secret, seconds)
    const { rows } = await database.pool.query<{ id: string; source: string }>(
      `select id, source from threats where kind = 'threat' and stage = 'published' and status = 'open' order by id`,
    )
    const child = spawn(process.execPath, [bin, 'serve'], {
      env: { ...process.env, DATA_DIR: directory, PORT: '0', SIGNET_SECRET: secret, SIGNET_LOG: 'error' },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    try {
      const origin = await originOf(child.stderr)
      say(`Soaking for ${seconds} s, ${rate} requests a second …`)
      return await run({
        origin,
        tokens,
        open: rows,
        seconds,
        rate,
        pid: required(child.pid, 'the process'),
        dataDir: directory,
      })
    } finally {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
  } finally {
    await database.close()
    await embedded.stop()
    await rm(directory, { recursive: true, force: true })
  }
}

async function originOf(stderr: NodeJS.ReadableStream): Promise<string> {
  let output = ''
  for await (const chunk of stderr) {
    output += String(chunk)
    const found = /Signet is at (\S+)/.exec(output)?.[1]
    if (found) return found
  }
  throw new Error(`the program ended: ${output}`)
}

async function insertUsers(database: Database, companyId: number, secret: string, seconds: number): Promise<string[]> {
  const keys = deriveKeys(secret)
  const passwordHash = await hashPassword(password)
  const tokens: string[] = []
  for (let at = 0; at < connections; at += 1) {
    const sessionId = randomUUID()
    const userId = await database.inIdentity(async (tx) => {
      const user = { email: `soak-${at}@bench.example`, name: `Soak ${at}`, role: 'client', companyId } as const
      const added = await addUser(tx, { ...user, adminCompanyIds: [], passwordHash })
      const session = { id: sessionId, user_id: added.userId, token_hash: hashOf(newToken()), ip: null }
      const expiresAt = new Date(Date.now() + seconds * 1000 + hourMs)
      await tx
        .insertInto('sessions')
        .values({ ...session, user_agent: null, expires_at: expiresAt, ended_at: null, ended_why: null })
        .execute()
      return added.userId
    })
    tokens.push(await signAccessToken(keys, sessionId, userId, seconds + hourMs / 1000))
  }
  return tokens
}

async function run(order: {
  origin: string
  tokens: readonly string[]
  open: { id: string; source: string }[]
  seconds: number
  rate: number
  pid: number
  dataDir: string
}): Promise<SoakResult> {
  const { origin, tokens, open, seconds, rate, pid, dataDir } = order
  const until = performance.now() + seconds * 1000
  const result: SoakResult = {
    lists: 0,
    decisions: 0,
    signIns: 0,
    errors: [],
    rate: 0,
    medianMs: [],
    p99Ms: [],
    programMb: [],
    databaseMb: [],
  }
  const pauseMs = Math.max(leastPauseMs, (connections * 1000) / rate)
  // So that there is something to decide on until the end.
  const writerPauseMs = Math.max(pauseMs, (seconds * 1000 * writers) / open.length)
  const took: number[] = []
  const program: number[] = []
  const postgres: number[] = []
  const authorised = (at: number) => ({
    authorization: `Bearer ${tokens[at] ?? ''}`,
    'content-type': 'application/json',
  })
  const again = async (work: () => Promise<void>, everyMs: number) => {
    while (performance.now() < until) {
      const startedAt = performance.now()
      try {
        await work()
      } catch (error) {
        result.errors.push(causeOf(error).detail)
      }
      const ms = performance.now() - startedAt
      took.push(ms)
      await wait(Math.max(1, everyMs - ms))
    }
  }
  const list = (at: number) => async () => {
    const query = new URLSearchParams({ limit: '50', pageNumber: String(1 + (result.lists % 20)) }).toString()
    await expectOk(fetch(`${origin}/api/rest/threats/getAllThreats?${query}`, { headers: authorised(at) }))
    result.lists += 1
  }
  const decide = (at: number) => async () => {
    const threat = open.pop()
    if (!threat) throw new Error('no threat is left to decide on')
    const body = JSON.stringify({ action: result.decisions % 2 ? 'takedown' : 'falsePositive', version: 1 })
    const headers = { ...authorised(at), 'idempotency-key': randomUUID() }
    const address = `${origin}/api/rest/threats/${threat.source}/${threat.id}/triage`
    await expectOk(fetch(address, { method: 'POST', headers, body }))
    result.decisions += 1
  }
  const measureMemory = async () => {
    while (performance.now() < until) {
      program.push(statusOf(pid, 'VmRSS') / 1024)
      postgres.push(databaseMb(dataDir))
      await wait(1000)
    }
  }
  const place = async (at: number) =>
    at < listers
      ? again(list(at), pauseMs)
      : at < listers + writers
        ? again(decide(at), writerPauseMs)
        : again(signIn(origin, at, result), pauseMs)
  await Promise.all([...tokens.map(async (_token, at) => place(at)), measureMemory()])
  return {
    ...result,
    rate: Math.round(took.length / seconds),
    medianMs: quarters(took, 0.5),
    p99Ms: quarters(took, 0.99),
    programMb: quarters(program, 0.5),
    databaseMb: quarters(postgres, 0.5),
  }
}

const signIn = (origin: string, at: number, result: SoakResult) => async () => {
  const first = await fetch(`${origin}/api/auth/csrf`)
  const csrfToken = required(textIn(await first.json(), 'csrfToken'), 'the token')
  const cookie = first.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const form = { csrfToken, email: `soak-${at}@bench.example`, password, callbackUrl: '/', json: 'true' }
  await expectOk(
    fetch(`${origin}/api/auth/callback/credentials`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
    }),
  )
  result.signIns += 1
}

async function expectOk(sent: Promise<Response>): Promise<void> {
  const answer = await sent
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`${answer.status} ${text.slice(0, 200)}`)
}

/** A quantile of the first, the second and the last quarter. */
function quarters(values: readonly number[], quantile: number): number[] {
  const length = Math.max(1, values.length >> 2)
  const parts = [values.slice(0, length), values.slice(length, 2 * length), values.slice(-length)]
  return parts.map((part) => Math.round(quantileOf(part, quantile)))
}

const quantileOf = (values: readonly number[], quantile: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * quantile)] ?? 0

/** Resident memory of the database, MB; memory shared between its processes is counted once. */
function databaseMb(dataDir: string): number {
  const postmaster = Number(readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
  const backends = readdirSync('/proc').filter(
    (name) => /^\d+$/.test(name) && statusOf(Number(name), 'PPid') === postmaster,
  )
  const anonymous = [postmaster, ...backends].map((one) => statusOf(Number(one), 'RssAnon'))
  const shared = Math.max(...backends.map((one) => statusOf(Number(one), 'RssShmem')))
  return (shared + anonymous.reduce((sum, one) => sum + one, 0)) / 1024
}

function statusOf(pid: number, field: string): number {
  try {
    return Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
  } catch {
    // The process has ended in the meantime.
    return 0
  }
}
