import { randomBytes } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import { fastify, LogController, type FastifyInstance, type FastifyRequest } from 'fastify'
import { hourMs } from '@signet/contract/time'
import type { InstallationSettings } from '../app/context.ts'
import type { SessionSettings } from '../app/session-settings.ts'
import { healthOf } from '../features/system-health/health.ts'
import type { MailServer } from '../app/mail-settings.ts'
import { AppError } from '../errors.ts'
import { RefusalTrail } from '../features/audit/refusal-trail.ts'
import { RequestLog } from '../features/logs/request-log.ts'
import { fileHrefOf } from '../features/evidence/files.routes.ts'
import { defaultSessionSettings } from '../features/sessions/session-settings.ts'
import { features, handlers } from './features.generated.ts'
import { requestIdsFrom, trustedBy } from './requests/request-id.ts'
import { causedBy } from '../log.ts'
import { startSpan, within } from '../telemetry/tracing.ts'
import { authorise } from './requests/authenticate.ts'
import type { HttpApp } from './http-app.ts'
import { aliveSessions, findActor } from '../features/sessions/sessions.queries.ts'
import { limitBodyTime } from './limits/body-time.ts'
import { compressedJson, mountCompression } from './responses/compression.ts'
import { answerUnreadable, mountRequestLimits } from './limits/request-limits.ts'
import { defaultLimits, type Limits } from './limits/limits.ts'
import { Load } from './limits/load.ts'
import { mountContract } from './mount-contract.ts'
import { mountHealth } from './mount-health.ts'
import { mountMetrics } from './metrics/mount-metrics.ts'
import type { Siblings } from './metrics/siblings.ts'
import { openApiDocument } from './openapi.ts'
import { mountPortal } from './responses/portal.ts'
import { answerError, sendProblem } from './responses/problems.ts'
import { RateGates } from './limits/rate-gates.ts'

/** What the server is built from; the limits are those of the contract unless a test sets smaller ones. */
export type AppParts = Pick<
  HttpApp,
  | 'database'
  | 'queue'
  | 'files'
  | 'keys'
  | 'secrets'
  | 'log'
  | 'publicOrigin'
  | 'proxies'
  | 'portalOrigin'
  | 'timestampUrl'
> &
  Partial<Pick<HttpApp, 'ingestLimits' | 'streamLimits' | 'ssoAllow'>> & {
    session?: Partial<SessionSettings>
    /** Settings that differ from those of an installation without emails and look-ups. */
    installation?: Partial<InstallationSettings>
    bodyTimeMs?: number
    /** The mail server for health checks; left out or null if emails stay on this machine. */
    mailServer?: MailServer | null
    /** The folder whose free disk space is watched. */
    dataDir?: string | null
    /** What callers of `/metrics` send; left out or null if nothing is exported. */
    metricsToken?: string | null
    /** The processes that share its port; a scrape answers for all. */
    siblings?: Siblings | undefined
    /** Limits that differ from the defaults. */
    limits?: Partial<Limits>
  }

const plainInstallation: InstallationSettings = {
  breachedPasswords: null,
  mailFrom: null,
  looksUp: false,
  isInternetSimulated: false,
  followsLogs: false,
}
const clientLogsPerMinute = 30
const uploadsPerHour = 60
const bodyTimeMs = 30_000

/**
 * Builds the HTTP server: session calls, the contract, file links, health, and the portal's files.
 *
 * @param portalDir folder with the built portal; null if only the API is served
 */
export async function buildServer(
  parts: AppParts,
  version: string,
  portalDir: string | null,
): Promise<FastifyInstance> {
  const limits: Limits = { ...defaultLimits, ...parts.limits }
  const load = new Load(limits)
  const gates = new RateGates(parts.database)
  const app = httpAppOf(parts, limits, load, gates)
  const server = fastifyOf(parts, limits)
  server.decorateRequest('actor', null)
  server.decorateRequest('companyKey', null)
  server.decorateRequest('span', null)
  nameRequests(server)
  traceRequests(server, parts.proxies ?? [])
  await server.register(cookie)
  await server.register(formbody, { bodyLimit: limits.formBytes })
  // Bodies are JSON or forms; any other type is answered with 415.
  server.removeContentTypeParser('text/plain')
  await mountCompression(server)
  auditRefusals(server, parts)
  keepRequestLog(server, parts)
  limitBodyTime(server, parts.bodyTimeMs ?? bodyTimeMs)
  logRequests(server)
  mountRequestLimits(server, limits, load, parts.database)
  server.addHook('onClose', async () => load.stop())
  server.addHook('onClose', () => gates.stop())
  setSecurityHeaders(server, app.isSecure)
  server.setErrorHandler<Error>((error, request, reply) => answerError(error, request, reply))

  const { database, dataDir = null, metricsToken = null, siblings } = parts
  mountMetrics(server, { database, dataDir, version, siblings }, metricsToken)
  mountHealth(server, database)
  await mountContract(server, app, handlers)
  for (const { mount } of features) await mount?.(server, app)
  mountOpenApi(server, app, version)
  if (portalDir) await mountPortal(server, portalDir)
  answerUnknown(server, portalDir !== null)
  return server
}

function httpAppOf(parts: AppParts, limits: Limits, load: Load, gates: RateGates): HttpApp {
  const app: HttpApp = {
    ...parts,
    gates,
    limits,
    load,
    health: healthOf({ ...parts, mailServer: parts.mailServer ?? null, dataDir: parts.dataDir ?? null }),
    userGate: gates.gate('requests', limits.requestsPerMinute),
    session: { ...defaultSessionSettings, ...parts.session },
    installation: { ...plainInstallation, ...parts.installation },
    isSecure: parts.publicOrigin?.startsWith('https:') ?? false,
    clientLogGate: gates.gate('client log', clientLogsPerMinute),
    uploadGate: gates.gate('uploads', uploadsPerHour, hourMs),
    newCsrfToken: () => randomBytes(32).toString('hex'),
    signedIn: {
      actorOf: (sessionId) => findActor(parts.database, sessionId),
      aliveOf: (sessionIds) => aliveSessions(parts.database, sessionIds),
    },
    authorise: (request, permission) => authorise(app, request, permission),
    fileHref: (actor, company, evidenceId) => fileHrefOf(parts.keys, actor, company, evidenceId, Date.now()),
  }
  return app
}

function fastifyOf(parts: AppParts, limits: Limits): FastifyInstance {
  return fastify<Server, IncomingMessage, ServerResponse>({
    loggerInstance: parts.log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: requestIdsFrom(parts.proxies ?? []),
    trustProxy: parts.proxies?.length ? [...parts.proxies] : false,
    bodyLimit: limits.jsonBytes,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    http: { headersTimeout: limits.headersTimeoutMs, maxHeaderSize: limits.headerBytes },
    clientErrorHandler: answerUnreadable,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200 },
    // Errors before a route is found, e.g. a URL that can't be decoded.
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
  })
}

/** Everything that a request causes knows its id; the caller gets it too. */
function nameRequests(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    causedBy(request.id, done, 'request')
  })
  // Events of the body come from the socket, which knows nothing of the request.
  server.addHook('preValidation', (request, _reply, done) => causedBy(request.id, done, 'request'))
}

/**
 * Records each request as a span, if traces are recorded: part of the trace that a trusted proxy names in `traceparent`, otherwise the
 * first of a trace that has the request's id.
 */
function traceRequests(server: FastifyInstance, proxies: readonly string[]): void {
  const isTrusted = trustedBy(proxies)
  server.addHook('onRequest', (request, _reply, done) => {
    const { method, raw } = request
    const sent = raw.headers['traceparent']
    const parent = typeof sent === 'string' && isTrusted(raw.socket.remoteAddress) ? sent : null
    const span = startSpan(method, 'server', { 'http.request.method': method, 'signet.request_id': request.id }, parent)
    request.span = span
    within(span, done)
  })
  server.addHook('preValidation', (request, _reply, done) => within(request.span, done))
  server.addHook('onResponse', async ({ span, method, routeOptions }, reply) => {
    if (!span) return
    const route = routeOptions.url ?? 'unknown'
    span.set({ 'http.route': route, 'http.response.status_code': reply.statusCode }, `${method} ${route}`)
    if (reply.statusCode >= 500) span.fail(`${reply.statusCode}`)
    span.end()
  })
}

/** Refused calls of signed-in users are part of the audit. */
function auditRefusals(server: FastifyInstance, parts: AppParts): void {
  const refusals = new RefusalTrail(parts)
  server.addHook('onClose', () => refusals.stop())
  server.addHook('onResponse', async (request, reply) => {
    const { actor, method, id, ip } = request
    if (reply.statusCode !== 403 || !actor) return
    refusals.note({ actor, method, path: request.routeOptions.url ?? '', requestId: id, ip })
  })
}

/** The address of a caller, which no log contains if the call promises that. */
const loggedIp = ({ ip, routeOptions }: FastifyRequest) => (routeOptions.config?.isAnonymous === true ? null : ip)

/** The calls that the page Logs shows. */
function keepRequestLog(server: FastifyInstance, parts: AppParts): void {
  const requestLog = new RequestLog(parts)
  server.addHook('onClose', () => requestLog.stop())
  server.addHook('onResponse', async (request, reply) => {
    if (!/^\/api([/?]|$)/.test(request.url)) return
    const { companyKey } = request
    requestLog.add({
      at: new Date(Date.now() - reply.elapsedTime),
      method: request.method,
      // Unknown paths are counted without their text, because anyone can write anything into a URL.
      path: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ip: loggedIp(request),
      userEmail: request.actor?.email ?? null,
      company: companyKey?.includes(',') ? null : companyKey,
      requestId: request.id,
    })
  })
}

/** An allow list: no query, body or header is ever logged. */
function logRequests(server: FastifyInstance): void {
  server.addHook('onResponse', async (request, reply) => {
    const [path] = request.url.split('?')
    request.log.info(
      {
        method: request.method,
        path: request.routeOptions.url ?? path,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ip: loggedIp(request) ?? undefined,
        userId: request.actor?.userId,
        company: request.companyKey ?? undefined,
      },
      'request',
    )
  })
}

function setSecurityHeaders(server: FastifyInstance, isSecure: boolean): void {
  server.addHook('onSend', async (request, reply) => {
    reply.header('x-content-type-options', 'nosniff')
    reply.header('referrer-policy', 'no-referrer')
    reply.header('cross-origin-opener-policy', 'same-origin')
    // The portal's page and evidence files set a policy of their own.
    if (!reply.hasHeader('content-security-policy')) {
      const isApi = request.url.startsWith('/api')
      reply.header('content-security-policy', `${isApi ? "default-src 'none'; " : ''}frame-ancestors 'none'`)
    }
    if (isSecure) reply.header('strict-transport-security', 'max-age=31536000')
  })
}

function mountOpenApi(server: FastifyInstance, app: HttpApp, version: string): void {
  // Created on first use, because it takes longer than everything else in building the server.
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
}

function answerUnknown(server: FastifyInstance, hasPortal: boolean): void {
  server.setNotFoundHandler((request, reply) => {
    if (/^\/api([/?]|$)/.test(request.url))
      return sendProblem(request, reply, new AppError('NOT_FOUND', { what: 'call' }))
    // A file of an earlier build: returning the page instead would fail as a script.
    const isAsset = request.url.startsWith('/assets/')
    if (hasPortal && !isAsset && (request.method === 'GET' || request.method === 'HEAD')) return reply.sendPortal()
    throw new AppError('NOT_FOUND', { what: 'page' })
  })
}
