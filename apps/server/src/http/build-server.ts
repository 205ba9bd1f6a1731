import { randomBytes, randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import { fastify, LogController, type FastifyInstance } from 'fastify'
import { hourMs } from '@signet/contract/time'
import type { Health } from '../app/context.ts'
import { healthOf } from '../features/diagnostics/health.ts'
import type { MailServer } from '../features/mail/deliver.ts'
import type { Actor } from '../app/context.ts'
import type { Database } from '../db/database.ts'
import { DatabaseAwayError } from '../db/loss.ts'
import { AppError } from '../errors.ts'
import type { FileStore } from '../files/file-store.ts'
import { RefusalTrail } from '../features/audit/refusal-trail.ts'
import { RequestLog } from '../features/logs/request-log.ts'
import { mountFirstPages } from '../features/evidence/first-page.routes.ts'
import { fileHrefOf, mountFiles } from '../features/evidence/files.routes.ts'
import type { hubLimits } from '../features/notifications/event-hub.ts'
import { mountEventStream } from '../features/notifications/stream.routes.ts'
import { mountIngest } from '../features/intake/ingest.routes.ts'
import { mountScim } from '../features/scim/scim.routes.ts'
import { mountSessionRoutes } from '../features/sessions/session.routes.ts'
import { mountTakedownPacks } from '../features/takedowns/takedown-pack.ts'
import { mountSsoRoutes } from '../features/sso/sso-sign-in.routes.ts'
import { defaultSessionSettings, type SessionSettings } from '../features/sessions/session-settings.ts'
import type { Keys } from '../features/sessions/tokens.ts'
import { handlers } from '../handlers.ts'
import type { Queue } from '../jobs/queue.ts'
import type { Logger } from '../log.ts'
import { authorise } from './authenticate.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { limitBodyTime } from './body-time.ts'
import { compressedJson, mountCompression } from './compression.ts'
import { answerUnreadable, mountDoor } from './door.ts'
import { defaultLimits, type Limits } from './limits.ts'
import { Load } from './load.ts'
import { mountContract } from './mount-contract.ts'
import { openApiDocument } from './openapi.ts'
import { mountPortal } from './portal.ts'
import { answerError, lossErrors, sendProblem } from './problems.ts'
import { RateGates, type RateGate } from './rate-gates.ts'

/** What the API works with. */
export interface App {
  database: Database
  queue: Queue
  files: FileStore
  keys: Keys
  secrets: Secrets
  log: Logger
  /** The origin people reach the portal at, when it is not the address of the request (behind a proxy). */
  publicOrigin: string | null
  /** Addresses or networks of proxies whose `X-Forwarded-For` is taken; from any other it is ignored. */
  proxies?: readonly string[]
  /** Where links in mails lead, when it is not the address of the request: one that a visitor cannot choose. */
  portalOrigin?: string | null
  /** How people sign in. */
  session: SessionSettings
  /** A folder of the public range-file format with breached passwords. */
  breachedPasswords?: string | null
  /** Whether workers look names up; left out where they do not. */
  looksUp?: boolean
  /** Whether workers follow certificate logs; left out where they do not. */
  followsLogs?: boolean
  isSecure: boolean
  gates: RateGates
  clientLogGate: RateGate
  /** `host:port` pairs of identity providers that may be spoken to although they are not public addresses. */
  ssoAllow?: readonly string[]
  /** Limits of a stream of findings, where they are not those of the contract. */
  ingestLimits?: { bytes: number; lineBytes: number }
  /** Limits of the streams of events, where they are not the usual ones. */
  streamLimits?: Partial<typeof hubLimits>
  /** Files a user may upload in an hour. */
  uploadGate: RateGate
  /** Counts what each user asks for. */
  userGate: RateGate
  limits: Limits
  load: Load
  health: Health
  newCsrfToken: () => string
  fileHref: (actor: Actor, company: { id: number }, evidenceId: string) => string
}

/** What the server is built from; the limits are those of the contract unless a test asks for smaller ones. */
export type AppParts = Pick<
  App,
  | 'database'
  | 'queue'
  | 'files'
  | 'keys'
  | 'secrets'
  | 'log'
  | 'publicOrigin'
  | 'proxies'
  | 'portalOrigin'
  | 'breachedPasswords'
  | 'looksUp'
  | 'followsLogs'
> &
  Partial<Pick<App, 'ingestLimits' | 'streamLimits' | 'ssoAllow'>> & {
    session?: Partial<SessionSettings>
    bodyTimeMs?: number
    /** The mail server, to ask how it is; left out or null when mails stay on this machine. */
    mailServer?: MailServer | null
    /** The folder whose disk must not fill up. */
    dataDir?: string | null
    /** Where they are not the usual ones. */
    limits?: Partial<Limits>
  }

const clientLogsPerMinute = 30
const uploadsPerHour = 60
const bodyTimeMs = 30_000

/**
 * Builds the HTTP server: session calls, the contract, file links, health, and the portal's files.
 *
 * @param portalDir folder with the built portal; null when only the API is served
 */
export async function buildServer(
  parts: AppParts,
  version: string,
  portalDir: string | null,
): Promise<FastifyInstance> {
  const limits: Limits = { ...defaultLimits, ...parts.limits }
  const load = new Load(limits)
  const gates = new RateGates(parts.database)
  const app: App = {
    ...parts,
    gates,
    limits,
    load,
    health: healthOf({ ...parts, mailServer: parts.mailServer ?? null, dataDir: parts.dataDir ?? null }),
    userGate: gates.gate('requests', limits.requestsPerMinute),
    session: { ...defaultSessionSettings, ...parts.session },
    isSecure: parts.publicOrigin?.startsWith('https:') ?? false,
    clientLogGate: gates.gate('client log', clientLogsPerMinute),
    uploadGate: gates.gate('uploads', uploadsPerHour, hourMs),
    newCsrfToken: () => randomBytes(32).toString('hex'),
    fileHref: (actor, company, evidenceId) => fileHrefOf(parts.keys, actor, company, evidenceId, Date.now()),
  }
  const server = fastify({
    loggerInstance: parts.log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => randomUUID(),
    trustProxy: parts.proxies?.length ? [...parts.proxies] : false,
    bodyLimit: limits.jsonBytes,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    http: { headersTimeout: limits.headersTimeoutMs, maxHeaderSize: limits.headerBytes },
    clientErrorHandler: answerUnreadable,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200 },
    // What fails before a route is found, such as an address that cannot be decoded.
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
  }) as unknown as FastifyInstance

  server.decorateRequest('actor', null)
  server.decorateRequest('companyKey', null)
  await server.register(cookie)
  await server.register(formbody, { bodyLimit: limits.formBytes })
  // Bodies are JSON or forms; any other type answers 415.
  server.removeContentTypeParser('text/plain')
  await mountCompression(server)

  const refusals = new RefusalTrail(parts)
  server.addHook('onClose', () => refusals.stop())
  server.addHook('onResponse', async (request, reply) => {
    const { actor, method, id, ip } = request
    if (reply.statusCode !== 403 || !actor) return
    refusals.note({ actor, method, path: request.routeOptions.url ?? '', requestId: id, ip })
  })

  const requestLog = new RequestLog(parts)
  server.addHook('onClose', () => requestLog.stop())
  server.addHook('onResponse', async (request, reply) => {
    if (!/^\/api([/?]|$)/.test(request.url)) return
    const { companyKey } = request
    requestLog.add({
      at: new Date(Date.now() - reply.elapsedTime),
      method: request.method,
      // What is no call of ours is counted, not repeated: anybody may write anything into an address.
      path: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ip: request.ip,
      userEmail: request.actor?.email ?? null,
      company: companyKey?.includes(',') ? null : companyKey,
      requestId: request.id,
    })
  })

  limitBodyTime(server, parts.bodyTimeMs ?? bodyTimeMs)
  // An allow-list: no query, no body, no header ever reaches the log.
  server.addHook('onResponse', async (request, reply) => {
    const [path] = request.url.split('?')
    request.log.info(
      {
        method: request.method,
        path: request.routeOptions.url ?? path,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ip: request.ip,
        userId: request.actor?.userId,
        company: request.companyKey ?? undefined,
      },
      'request',
    )
  })
  mountDoor(server, limits, load, parts.database)
  server.addHook('onClose', async () => load.stop())
  server.addHook('onClose', () => gates.stop())
  server.addHook('onSend', async (request, reply) => {
    reply.header('x-content-type-options', 'nosniff')
    reply.header('referrer-policy', 'no-referrer')
    reply.header('cross-origin-opener-policy', 'same-origin')
    // The portal's page and files kept as evidence bring a policy of their own.
    if (!reply.hasHeader('content-security-policy')) {
      const isApi = request.url.startsWith('/api')
      reply.header('content-security-policy', `${isApi ? "default-src 'none'; " : ''}frame-ancestors 'none'`)
    }
    if (app.isSecure) reply.header('strict-transport-security', 'max-age=31536000')
  })
  server.setErrorHandler((error, request, reply) => answerError(error as Error, request, reply))

  server.get('/healthz', async () => ({ ok: true }))
  server.get('/readyz', async (_request, reply) => {
    try {
      if (app.database.isAway()) throw new DatabaseAwayError()
      await app.database.pool.query('select 1')
      return { ok: true }
    } catch {
      return reply.code(503).header('retry-after', String(lossErrors.away().retryAfter)).send({ ok: false })
    }
  })

  mountSessionRoutes(server, app)
  mountSsoRoutes(server, app)
  await mountContract(server, app, handlers)
  mountFiles(server, app)
  mountFirstPages(server, app)
  mountTakedownPacks(server, app)
  mountEventStream(server, app)
  await mountIngest(server, app)
  await mountScim(server, app)
  // Made when it is asked for: it takes longer than all else of building the server.
  let document: object | undefined
  server.get('/api/rest/openapi.json', {
    compress: compressedJson,
    onRequest: async (request) => {
      request.actor = await authorise(app, request, 'contract:read')
    },
    handler: async (_request, reply) => {
      reply.header('cache-control', 'no-store')
      return (document ??= openApiDocument(version))
    },
  })

  if (portalDir) await mountPortal(server, portalDir)
  server.setNotFoundHandler((request, reply) => {
    if (/^\/api([/?]|$)/.test(request.url))
      return sendProblem(request, reply, new AppError('NOT_FOUND', { what: 'call' }))
    // A file of an earlier build: the page in its place would fail as a script.
    const isAsset = request.url.startsWith('/assets/')
    if (portalDir && !isAsset && (request.method === 'GET' || request.method === 'HEAD')) return reply.sendPortal()
    throw new AppError('NOT_FOUND', { what: 'page' })
  })
  return server
}
