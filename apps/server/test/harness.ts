import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { deflateSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import * as z from 'zod/mini'
import type { Role } from '@signet/contract/access/permissions'
import {
  definitionOf,
  type AnyRoute,
  type BodyOf,
  type ParamsOf,
  type QueryOf,
  type ResponseOf,
} from '@signet/contract/route'
import type { QaStage } from '@signet/contract/review/qa'
import { errors, errorStatus, type ErrorBody, type ErrorReason } from '@signet/contract/errors/errors'
import type { AnySource, Kind } from '@signet/contract/threats/sources'
import { hourMs } from '@signet/contract/time'
import type { Connection } from '../src/db/connection.ts'
import type { Secrets } from '../src/app/secrets.ts'
import type { Queue } from '../src/app/jobs.ts'
import { deriveKeys, type Keys } from '../src/app/keys.ts'
import { openDatabase, type Database } from '../src/db/database.ts'
import { addCompany } from '../src/features/companies/add-company.ts'
import type { FileStore } from '../src/files/file-store.ts'
import { localFileStore } from '../src/files/local-file-store.ts'
import { fingerprintOf, searchTextOf } from '../src/features/threats/found/finding-threat.ts'
import { putThreats } from '../src/features/intake/intake.queries.ts'
import { openMailer, type OpenMailer } from '../src/features/mail/open-mailer.ts'
import { hashPassword } from '../src/features/sessions/passwords/passwords.ts'
import { hashOf, newToken, signAccessToken } from '../src/features/sessions/tokens/tokens.ts'
import { addUser } from '../src/features/identity/add-user.queries.ts'
import { buildServer, type AppParts } from '../src/http/build-server.ts'
import { startWorkers } from '../src/jobs/start-workers.ts'
import { openQueue } from '../src/jobs/queue.ts'
import { openLog, type Logger } from '../src/log.ts'
import { environmentKeys } from '../src/secrets/key-provider.ts'
import { openSecrets } from '../src/secrets/secrets.ts'
import { cloneTemplate, databaseOf, dropDatabase } from './cluster.ts'
import { pngChunk, pngSignature } from './pictures.ts'
import { addBrands, type NewCompany } from '../src/features/companies/companies.queries.ts'

export const testPassword = 'a long test password'
const testSecret = 'a secret that only the tests know, long enough'

export interface TestCompany {
  id: number
  key: string
  brandId: string
}
export interface TestUser {
  id: string
  name: string
  email: string
  role: Role
  company: TestCompany
  sessionId: string
  accessToken: string
}

export interface World {
  connection: Connection
  database: Database
  server: FastifyInstance
  queue: Queue
  files: FileStore
  keys: Keys
  secrets: Secrets
  log: Logger
  /** What an installation on this database and these files is started with. */
  startedWith: { filesFolder: string; secret: string; kek: Buffer }
}

let world: World

/** The world of this test file, for record makers in separate files. */
export const theWorld = () => world

/**
 * Creates the database of a test file, cloned from the template, and the server that uses it. Call it once at the top of the file.
 *
 * @returns a getter, because the world exists only once the tests run
 */
export function useWorld(
  options: { works?: boolean; hasNoMailServer?: boolean; looksUp?: boolean; followsLogs?: boolean } = {},
): () => World {
  let directory: string
  let name: string
  let mailer: OpenMailer | null = null
  beforeAll(async () => {
    name = `signet_test_${randomBytes(6).toString('hex')}`
    const admin = openDatabase(inject('server'), 1)
    await cloneTemplate(admin, inject('template'), name)
    await admin.close()
    directory = await mkdtemp(path.join(os.tmpdir(), 'signet-files-'))
    const connection = databaseOf(inject('server'), name)
    const database = openDatabase(connection, 5)
    const log = openLog('silent')
    const queue = await openQueue(database, log)
    const files = localFileStore(directory)
    const startedWith = { filesFolder: directory, secret: testSecret, kek: randomBytes(32) }
    const keys = deriveKeys(testSecret)
    const secrets = openSecrets(environmentKeys([startedWith.kek]))
    if (options.works) {
      mailer = await openMailer(null, database, 'http://portal.test')
      await startWorkers(queue, {
        database,
        files,
        secrets,
        dataDir: directory,
        logDays: 90,
        feedAllow: [],
        mailer,
        log,
      })
      // Tests of other things would get its notifications and emails a minute later.
      await database.pool.query(`delete from pgboss.schedule where name = 'watch-installation'`)
    }
    const server = await buildServer(
      {
        database,
        queue,
        files,
        keys,
        secrets,
        log,
        publicOrigin: null,
        installation: {
          looksUp: options.looksUp === true,
          followsLogs: options.followsLogs === true,
          mailFrom: options.hasNoMailServer ? null : { name: 'Signet', address: 'signet@sender.example' },
        },
        // Tests of every route send more requests than any person.
        limits: { ...roomyLimits, requestsPerMinute: 1_000_000 },
        // Most tests sign staff in with only a password.
        session: { staffFactor: false },
      },
      'test',
      null,
    )
    world = { connection, database, server, queue, files, keys, secrets, log, startedWith }
  })
  afterAll(async () => {
    await world.server.close()
    await world.queue.stop()
    await mailer?.close()
    await world.database.close()
    const admin = openDatabase(inject('server'), 1)
    await dropDatabase(admin, name)
    await admin.close()
    await rm(directory, { recursive: true, force: true })
  })
  return () => world
}

/** Keys as if they came from the environment. */
export const testKeys = () => environmentKeys([randomBytes(32)])

/** No request is refused because the machine is busy with other tests; refusals have tests of their own. */
const roomyLimits = { loopDelayMs: 60_000, heapShare: 1 }

/** Another server on the database of this test file, with other parts or settings. The caller closes it. */
export function anotherServer(
  { limits, ...more }: Partial<AppParts> = {},
  portalDir: string | null = null,
): Promise<FastifyInstance> {
  const { database, queue, files, keys, secrets, log } = world
  const parts = { database, queue, files, keys, secrets, log, publicOrigin: null, ...more }
  return buildServer({ ...parts, limits: { ...roomyLimits, ...limits } }, 'test', portalDir)
}

let counter = 0

/** A new company with one brand. */
export async function newCompany(more: Partial<NewCompany> = {}): Promise<TestCompany> {
  counter += 1
  const key = `company-${counter}-${randomBytes(3).toString('hex')}`
  const { companyId } = await world.database.asOwner(() =>
    addCompany(world.database, { key, name: `Company ${counter}`, ...more }),
  )
  const brands = await world.database.inCompanies([companyId], (tx) =>
    addBrands(tx, companyId, [
      { id: 'brand', name: `Brand${counter}`, aliases: [`brand${counter}x`], official: [`brand${counter}x.example`] },
    ]),
  )
  // Its clients are notified of what is published at once; the grace period has tests of its own.
  await world.database.pool.query(
    'insert into review_policies (company_id, grace_minutes, sampled_percent) values ($1, 0, 10)',
    [companyId],
  )
  return { id: companyId, key, brandId: brands.get('brand') as string }
}

let passwordHash: Promise<string> | undefined

/** A user with an active session; the password is `testPassword`. */
export async function newUser(role: Role, company: TestCompany, adminCompanies: TestCompany[] = []): Promise<TestUser> {
  counter += 1
  const email = `${role.toLowerCase()}-${counter}@test.example`
  const name = `User ${counter}`
  passwordHash ??= hashPassword(testPassword)
  const hash = await passwordHash
  const sessionId = randomUUID()
  const userId = await world.database.inIdentity(async (tx) => {
    const added = await addUser(tx, {
      email,
      name,
      role,
      companyId: company.id,
      adminCompanyIds: adminCompanies.map(({ id }) => id),
      passwordHash: hash,
    })
    await tx
      .insertInto('sessions')
      .values({
        id: sessionId,
        user_id: added.userId,
        token_hash: hashOf(newToken()),
        ip: null,
        user_agent: null,
        expires_at: new Date(Date.now() + hourMs),
        ended_at: null,
        ended_why: null,
      })
      .execute()
    return added.userId
  })
  const accessToken = await signAccessToken(world.keys, sessionId, userId)
  return { id: userId, name, email, role, company, sessionId, accessToken }
}

/** A threat or tout of the company in the given stage. */
export async function newThreat<S extends AnySource = 'Domain'>(
  company: TestCompany,
  more: { kind?: Kind; stage?: QaStage; source?: S; name?: string; severity?: number } = {},
): Promise<{ id: string; source: S; title: string; version: number }> {
  counter += 1
  const source = more.source ?? ('Domain' as S)
  const name = more.name ?? `login-${company.key}-${counter}.example`
  const fields = source === 'URL' ? { link: name } : { domain_name: name }
  const found = {
    id: randomUUID(),
    kind: more.kind ?? 'threat',
    source,
    fingerprint: fingerprintOf(source, name),
    title: name,
    search: searchTextOf(source, name, fields),
    threatType: 'Look-alike domain',
    severity: more.severity ?? 3,
    url: null,
    fields,
    brandId: company.brandId,
    class: 'combosquat',
    score: 80,
    indicators: [{ name: 'Brand as a separate word', contribution: 80 }],
  }
  await world.database.inCompanies([company.id], async (tx) => {
    await putThreats(tx, company.id, randomUUID(), new Date(), [{ threat: found, feed: 'test', line: 1, text: name }])
    const stage = more.stage ?? 'published'
    if (stage !== 'queued') {
      await tx
        .updateTable('threats')
        .set({ stage, ...(stage === 'published' ? { published_at: new Date() } : {}) })
        .where('company_id', '=', company.id)
        .where('id', '=', found.id)
        .execute()
    }
  })
  return { id: found.id, source, title: name, version: 1 }
}

interface Sent<R extends AnyRoute> {
  status: number
  // Without `status`: some answers have one of another type, and the intersection would be `never`.
  body: ResponseOf<R> & Omit<ErrorBody, 'status'>
  headers: Record<string, unknown>
}

/** The answer to a call that is refused for a reason, for `toMatchObject`; `at` names the refused value, e.g. `body.email`. */
export function refusal(reason: ErrorReason, at?: string): object {
  const [code] = errors[reason]
  const detail = expect.objectContaining({ path: at, reason }) as object
  const body = at === undefined ? { reason } : { details: expect.arrayContaining([detail]) as object[] }
  return { status: errorStatus[code], body: { code, ...body } }
}

/** Calls a route as a user, through the whole HTTP stack. `raw` replaces the encoded query. */
export async function send<R extends AnyRoute>(
  user: TestUser | null,
  route: R,
  input: {
    params?: ParamsOf<R> | Record<string, string>
    query?: Partial<NonNullable<QueryOf<R>>>
    raw?: Record<string, string | string[]>
    body?: BodyOf<R> | object
    /** Sends a form instead: the fields, then the files. */
    form?: TestForm
    headers?: Record<string, string>
  } = {},
): Promise<Sent<R>> {
  const params: Record<string, string> = input.params ?? {}
  const address = route.path.replaceAll(/\{(\w+)\}/g, (_match, key: string) =>
    encodeURIComponent(params[key] ?? randomUUID()),
  )
  const query = (input.raw ?? wireQuery(route, input.query ?? {})) as Record<string, string>
  const form = input.form ? await formOf(input.form) : null
  const response = await world.server.inject({
    method: route.method,
    url: `/api/rest${address}`,
    query,
    headers: {
      ...(user ? { authorization: `Bearer ${user.accessToken}` } : {}),
      ...(form ? { 'content-type': form.contentType } : {}),
      ...input.headers,
    },
    ...(form ? { payload: form.bytes } : {}),
    ...(input.body === undefined ? {} : { payload: input.body }),
  })
  const body: unknown = response.body === '' ? undefined : JSON.parse(response.body)
  return { status: response.statusCode, body: body as Sent<R>['body'], headers: response.headers }
}

export interface TestForm {
  fields?: Record<string, string | string[]>
  files?: { bytes: Uint8Array; name?: string; type?: string }[]
}

/** A form like that of a browser: fields, then files under the name `file`. */
export async function formOf({ fields = {}, files = [] }: TestForm): Promise<{ bytes: Buffer; contentType: string }> {
  const form = new FormData()
  for (const [name, value] of Object.entries<unknown>(fields)) {
    // Nested values are sent as their JSON.
    const items =
      Array.isArray(value) && value.some((item) => typeof item === 'object') ? [JSON.stringify(value)] : [value]
    for (const item of items.flat()) form.append(name, String(item))
  }
  for (const { bytes, name = 'file', type = 'application/octet-stream' } of files) {
    form.append('file', new Blob([Buffer.from(bytes)], { type }), name)
  }
  const body = new Response(form)
  return { bytes: Buffer.from(await body.arrayBuffer()), contentType: body.headers.get('content-type') as string }
}

/** A very small PNG: sixteen pixels derived from the text, and the text after its end. */
export function tinyPng(text = ''): Buffer {
  const pixels = createHash('sha256').update(text).digest()
  const rows = [0, 8, 16, 24].map((at) => Buffer.concat([Buffer.alloc(1), pixels.subarray(at, at + 8)]))
  // Sixteen bits of gray per pixel.
  const header = Buffer.from([0, 0, 0, 4, 0, 0, 0, 4, 16, 0, 0, 0, 0])
  const chunks = [pngChunk('IHDR', header), pngChunk('IDAT', deflateSync(Buffer.concat(rows)))]
  return Buffer.concat([pngSignature, ...chunks, pngChunk('IEND', Buffer.alloc(0)), Buffer.from(text)])
}

/** Only the given values are sent. */
function wireQuery(route: AnyRoute, query: object): Record<string, unknown> {
  const { query: schema } = definitionOf(route)
  if (!schema) return {}
  if (!(schema instanceof z.ZodMiniObject)) throw new Error(`The query of ${route.path} is no object`)
  return Object.fromEntries(
    Object.entries(query).map(([key, value]) => [key, z.encode(schema.def.shape[key] as z.ZodMiniType, value)]),
  )
}
