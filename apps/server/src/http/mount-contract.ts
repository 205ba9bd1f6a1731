import { createHmac } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import * as z from 'zod/mini'
import { definitions, type RouteName } from '@signet/contract'
import { isRecord, keysIn } from '@signet/contract/narrow'
import { methods, type AnyRoute, type Method, type RouteDefinition } from '@signet/contract/route'
import { rowsMax } from '@signet/contract/wire'
import type { Actor, Context, IdentityContext } from '../app/context.ts'
import type { Handler, Handlers, IdentityHandler, SteppedHandler } from '../app/handler.ts'
import { refusedInput } from '../app/refused-input.ts'
import type { CommitSoFar, Tx } from '../db/database.ts'
import { makeReadOnly } from '../db/read-only.ts'
import { AppError } from '../errors.ts'
import type { HttpApp } from './http-app.ts'
import { authorise } from './requests/authenticate.ts'
import { installationOf } from '../app/installation.ts'
import { archivedCompany, companiesOf } from './requests/companies-of-request.ts'
import { checkInput } from './requests/check-input.ts'
import { compressionOf } from './responses/compression.ts'
import { answerOnce } from './requests/idempotency.ts'
import { mountUploads, readUpload } from './requests/read-upload.ts'

z.config(z.locales.en())

const restBase = '/api/rest'

/**
 * Mounts every route of the contract. The order of checks is fixed: token, active session, access group, company, module, input, handler.
 * The first three run before the body is read.
 */
export async function mountContract(server: FastifyInstance, app: HttpApp, handlers: Handlers): Promise<void> {
  const uploads: RouteOptions[] = []
  for (const name of keysIn(definitions)) {
    const route = definitions[name]
    const handler: AnyHandler | undefined = handlers[name]
    if (!handler) throw new Error(`The route ${name} has no handler`)
    if (!route.access) throw new Error(`The route ${name} says nothing about access`)
    if (route.access === 'PUBLIC')
      throw new Error(`The route ${name} is public; features mount public calls themselves`)
    // Only users who see every active company may see archived ones.
    if (route.reachesArchived && route.access !== 'company:manage')
      throw new Error(`The route ${name} would open archived companies to others than their manager`)
    if (route.companies === 'many' && route.method !== 'GET')
      throw new Error(`The route ${name} would change several companies at once`)
    const permission = route.access

    const mounted: RouteOptions = {
      method: route.method,
      url: urlOf(route),
      compress: compressionOf(route),
      onRequest: async (request) => {
        await authorise(app, request, permission)
      },
      handler: (request, reply) => answer({ app, name, route, handler, request }, reply),
    }
    if (route.upload) uploads.push({ ...mounted, config: { isLongBody: true } })
    else server.route(mounted)
  }
  await mountUploads(server, uploads)
  refuseOtherMethods(server)
}

const urlOf = (route: AnyRoute) => `${restBase}${route.path.replaceAll(/\{(\w+)\}/g, ':$1')}`

/** Answers 405 to unsupported methods of an existing path, naming the supported ones. */
function refuseOtherMethods(server: FastifyInstance): void {
  const taken = new Map<string, Method[]>()
  for (const route of Object.values(definitions)) {
    taken.set(urlOf(route), [...(taken.get(urlOf(route)) ?? []), route.method])
  }
  for (const [url, own] of taken) {
    const allowed = methods.filter((method) => own.includes(method)).join(', ')
    server.route({
      method: methods.filter((method) => !own.includes(method)),
      url,
      // Runs before the body is read.
      onRequest: async (_request, reply) => {
        reply.header('allow', allowed)
        throw new AppError('METHOD_NOT_ALLOWED', { methods: allowed })
      },
      handler: () => undefined,
    })
  }
}

type AnyHandler = Handler<AnyRoute> | IdentityHandler<AnyRoute> | SteppedHandler<AnyRoute>

/** A call of a route. */
interface Call {
  app: HttpApp
  name: RouteName
  route: RouteDefinition
  handler: AnyHandler
  request: FastifyRequest
  actor: Actor
}

async function answer(call: Omit<Call, 'actor'>, reply: FastifyReply): Promise<FastifyReply> {
  const { route, request } = call
  const { actor } = request
  if (!actor) throw new Error('authenticate() did not run')
  const read = await readRequest({ ...call, actor })
  const { status, body } = await runHandler({ ...call, actor }, read)
  const isQueued = route.jobField !== undefined && isRecord(body) && body[route.jobField] !== undefined
  reply.code(isQueued ? 202 : status).header('cache-control', 'no-store')
  return body === undefined ? reply.send() : reply.type('application/json').send(JSON.stringify(body))
}

/** Checks company, module and input, and reads the files of an upload in between. */
async function readRequest({ app, route, request, actor }: Call) {
  const archived = route.reachesArchived ? await archivedCompany(app, request) : null
  const check = (body: unknown) => {
    const companies = companiesOf(route, actor, request, body, archived)
    request.companyKey = companies.map(({ key }) => key).join(',')
    const { module } = route
    if (module && !companies.every(({ modules }) => modules[module] === true)) {
      throw new AppError('MODULE_OFF')
    }
    const params = decode(route.params, request.params, 'params')
    const query = decode(route.query, request.query, 'query')
    refuseDeepPages(query)
    return { companies, params, query }
  }
  const upload = route.upload
    ? await readUpload(app, {
        rule: route.upload,
        request,
        userId: actor.userId,
        enter: (fields) => void check(fields),
      })
    : null
  const rawBody = upload ? upload.fields : request.body
  // Every other body was already checked on arrival.
  if (upload) checkInput(app.limits, { body: rawBody })
  const { companies, params, query } = check(rawBody)
  const body = decode(route.body, rawBody, 'body')
  const input = { params, query, body, ...(upload ? { file: upload.files[0], files: upload.files } : {}) }
  // Keyed, because a body may contain a password: guesses can't be verified without the secret of the installation.
  const hashBody = () =>
    createHmac('sha256', app.keys.bodies)
      .update(JSON.stringify([request.url, rawBody ?? null, ...(upload?.files ?? [])]))
      .digest()
  return { companies, input, hashBody }
}

/** Runs the handler in a transaction of the companies, or in several; once for requests with the same idempotency key. */
async function runHandler(
  { app, name, route, handler, request, actor }: Call,
  { companies, input, hashBody }: Awaited<ReturnType<typeof readRequest>>,
) {
  const [company] = companies
  const companyIds = companies.map(({ id }) => id)
  const status = route.status ?? 200
  const refusalWrites: ((tx: Tx) => Promise<void>)[] = []
  const release = app.load.enterCompany(company.id)
  try {
    const contextOf = (tx: Tx, commit: CommitSoFar): Context => ({
      tx,
      actor,
      company,
      companies,
      enqueue: app.queue.enqueue,
      requestId: request.id,
      ip: request.ip,
      fileHref: (fileId, of = company) => app.fileHref(actor, of, fileId),
      files: app.files,
      health: app.health,
      secrets: app.secrets,
      installation: installationOf(app, request),
      commitSoFar: async () => {
        if (!route.isShownOnce) throw new Error(`The route ${name} may not commit before its end`)
        await commit()
      },
      recordAfterRefusal: (write) => refusalWrites.push(write),
    })
    const answered = (tx: Tx, run: () => Promise<unknown>) => {
      const handle = async () => {
        // A view as a client can't change anything, not even by reading.
        if (actor.ownRoleInView && route.method === 'GET') await makeReadOnly(tx)
        return encode(name, route, await run())
      }
      const key = request.headers['idempotency-key']
      if (route.method === 'GET' || typeof key !== 'string') return handle().then((body) => ({ status, body }))
      const once = { companyId: company.id, userId: actor.userId, key, route: name, bodyHash: hashBody() }
      return answerOnce(tx, once, status, handle, {
        sealing: route.isSecret ? app.keys.sealing : undefined,
        isKept: !route.isShownOnce,
      })
    }
    const inOne = (run: (context: Context) => Promise<unknown>) =>
      app.database.inCompanies(companyIds, (tx, commit) => answered(tx, () => run(contextOf(tx, commit))))
    if (typeof handler === 'function') return await inOne((context) => handler(context, input))
    if ('inSteps' in handler) {
      const before = <T>(read: (context: IdentityContext) => Promise<T>) =>
        app.database.withIdentity(companyIds, async (tx, identity, commit) => {
          // Only the last step may write: it runs once for an idempotency key.
          await makeReadOnly(tx)
          return read({ ...contextOf(tx, commit), identity })
        })
      return await handler.inSteps({ before, last: inOne }, input)
    }
    return await app.database.withIdentity(companyIds, (tx, identity, commit) =>
      answered(tx, () => handler.withIdentity({ ...contextOf(tx, commit), identity }, input)),
    )
  } finally {
    release()
    for (const write of refusalWrites) await app.database.inIdentity(write)
  }
}

/** The cost of a deep page is that of all rows it skips. */
function refuseDeepPages(query: unknown): void {
  const { pageNumber, limit } = isRecord(query) ? query : {}
  if (Number(pageNumber ?? 1) * Number(limit ?? 1) <= rowsMax) return
  throw new AppError('PAGE_TOO_DEEP', { max: rowsMax }, { at: 'query.pageNumber' })
}

function decode(schema: z.ZodMiniType | undefined, value: unknown, part: 'params' | 'query' | 'body'): unknown {
  if (!schema) return undefined
  const result = z.safeDecode(schema, value ?? {})
  if (result.success) return result.data
  // A path with an unknown source or an invalid id refers to nothing that exists.
  if (part === 'params') throw new AppError('NOT_FOUND', { what: 'page' })
  throw refusedInput(result.error, value ?? {}, part)
}

/** The wire form of an answer: undeclared fields are dropped, and an answer of the wrong shape is our bug and is never sent. */
function encode(name: RouteName, route: RouteDefinition, result: unknown): unknown {
  const encoded = z.safeEncode(route.response, result)
  if (encoded.success) return encoded.data
  throw new Error(`The answer of ${name} does not fit the contract: ${z.prettifyError(encoded.error)}`)
}
