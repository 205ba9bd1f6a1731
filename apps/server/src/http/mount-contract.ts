import { createHmac } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import * as z from 'zod/mini'
import { definitions, type RouteName } from '@signet/contract'
import { isRecord, keysIn, textIn } from '@signet/contract/narrow'
import { methods, type AnyRoute, type Method, type RouteDefinition } from '@signet/contract/route'
import { rowsMax } from '@signet/contract/wire'
import type { Actor, CompanyRef, Context } from '../app/context.ts'
import type { Handler, Handlers } from '../app/handler.ts'
import { refusedInput } from '../app/refused-input.ts'
import { asIdentity } from '../db/as-identity.ts'
import { commitSoFar, type Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { HttpApp } from './http-app.ts'
import { authorise } from './requests/authenticate.ts'
import { installationOf } from '../app/installation.ts'
import { checkInput } from './requests/check-input.ts'
import { compressionOf } from './responses/compression.ts'
import { answerOnce } from './requests/idempotency.ts'
import { mountUploads, readUpload } from './requests/read-upload.ts'
import { findCompanyByKey } from '../db/company-keys.queries.ts'

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
    const handler: Handler<AnyRoute> | undefined = handlers[name]
    if (!handler) throw new Error(`The route ${name} has no handler`)
    if (!route.access) throw new Error(`The route ${name} says nothing about access`)
    if (route.access === 'PUBLIC') throw new Error(`The route ${name} is public; public calls are mounted by hand`)
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
      handler: (request, reply) => answer(app, name, route, handler, request, reply),
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

async function answer(
  app: HttpApp,
  name: RouteName,
  route: RouteDefinition,
  handler: Handler<AnyRoute>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const actor = request.actor
  if (!actor) throw new Error('authenticate() did not run')
  const archived = route.reachesArchived ? await archivedCompany(app, request) : null
  const enter = (body: unknown) => {
    const entered = companiesOf(route, actor, request, body, archived)
    request.companyKey = entered.map(({ key }) => key).join(',')
    const { module } = route
    if (module && !entered.every(({ modules }) => modules[module] === true)) {
      throw new AppError('MODULE_OFF')
    }
    const accepted = {
      params: decode(route.params, request.params, 'params'),
      query: decode(route.query, request.query, 'query'),
    }
    refuseDeepPages(accepted.query)
    return { companies: entered, accepted }
  }
  const upload = route.upload
    ? await readUpload(app, {
        rule: route.upload,
        request,
        userId: actor.userId,
        enter: (fields) => void enter(fields),
      })
    : null
  const rawBody = upload ? upload.fields : request.body
  // Every other body was already checked on arrival.
  if (upload) checkInput(app.limits, { body: rawBody })
  const { companies, accepted } = enter(rawBody)
  const [company] = companies
  const body = decode(route.body, rawBody, 'body')
  const input = { ...accepted, body, ...(upload ? { file: upload.files[0], files: upload.files } : {}) }
  const status = route.status ?? 200
  const companyIds = companies.map(({ id }) => id)
  const traces: ((tx: Tx) => Promise<void>)[] = []
  const leave = app.load.enterCompany(company.id)
  const work = app.database.inCompanies(companyIds, async (tx) => {
    const context: Context = {
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
      identity: (change) => asIdentity(tx, change),
      commitSoFar: async () => {
        if (!route.isShownOnce) throw new Error(`The route ${name} may not commit before its end`)
        await commitSoFar(tx, companyIds)
      },
      recordAfterRefusal: (trace) => traces.push(trace),
    }
    const handle = async () => encode(name, route, await handler(context, input))
    const key = request.headers['idempotency-key']
    if (route.method === 'GET' || typeof key !== 'string') return { status, body: await handle() }
    // Keyed, because a body may contain a password: guesses can't be verified without the secret of the installation.
    const bodyHash = createHmac('sha256', app.keys.bodies)
      .update(JSON.stringify([request.url, rawBody ?? null, ...(upload?.files ?? [])]))
      .digest()
    const once = { companyId: company.id, userId: actor.userId, key, route: name, bodyHash }
    return answerOnce(tx, once, status, handle, {
      sealing: route.isSecret ? app.keys.sealing : undefined,
      isKept: !route.isShownOnce,
    })
  })
  let result: Awaited<typeof work>
  try {
    result = await work
  } finally {
    leave()
    for (const trace of traces) await app.database.inIdentity(trace)
  }
  const isQueued = route.jobField !== undefined && isRecord(result.body) && result.body[route.jobField] !== undefined
  reply.code(isQueued ? 202 : result.status).header('cache-control', 'no-store')
  return result.body === undefined ? reply.send() : reply.type('application/json').send(JSON.stringify(result.body))
}

/** The companies of a request; it acts in the first one. */
function companiesOf(
  route: RouteDefinition,
  actor: Actor,
  request: FastifyRequest,
  body: unknown,
  archived: CompanyRef | null,
): [CompanyRef, ...CompanyRef[]] {
  if (route.companies) return companiesFor(actor, request)
  const chosen = companyFor(actor, request, body, archived)
  // Whichever company is selected, an account and the audit of its changes belong to the user's own company.
  return [route.access === 'account:own' ? actor.company : chosen]
}

/**
 * The company of a request: one the actor may see, by key, in the path, the query or the body; by default the first admin company,
 * otherwise the user's own.
 *
 * @throws AppError `BAD_REQUEST` if it is given twice or as an array, `COMPANY_NOT_FOUND` if the actor may not see it
 */
function companyFor(
  actor: Actor,
  request: FastifyRequest,
  body: unknown,
  archived: CompanyRef | null = null,
): CompanyRef {
  const query = isRecord(request.query) ? request.query : {}
  const inBody = isRecord(body) ? body['company'] : undefined
  const inPath = textIn(request.params, 'company')
  const wanted = inPath ?? query['company'] ?? inBody
  const strange =
    Object.keys(query).some((key) => /^company[[.]/.test(key)) ||
    [query['company'], inBody].some((other) => other !== undefined && other !== wanted)
  if (strange || (wanted !== undefined && (typeof wanted !== 'string' || wanted === '*'))) {
    throw new AppError('NOT_ONE_COMPANY', {}, { at: 'query.company' })
  }
  if (wanted === undefined || wanted === '') return actor.adminCompanies[0] ?? actor.company
  const found = [actor.company, ...actor.adminCompanies].find(({ key }) => key === wanted) ?? archived
  if (!found) throw new AppError('COMPANY_NOT_FOUND')
  return found
}

/** The company in the path if it is archived: no user works for it, but those who manage all companies can still see it. */
async function archivedCompany(app: HttpApp, request: FastifyRequest): Promise<CompanyRef | null> {
  const key = textIn(request.params, 'company') ?? ''
  const company = await app.database.inIdentity((tx) => findCompanyByKey(tx, key))
  return company && !company.is_active ? company : null
}

/**
 * The companies of a request for several companies: the comma-separated keys of `company`; by default every company the actor may see.
 *
 * @throws AppError `BAD_REQUEST` if it is given twice or as an array, `COMPANY_NOT_FOUND` if the actor may not see one of them
 */
function companiesFor(actor: Actor, request: FastifyRequest): [CompanyRef, ...CompanyRef[]] {
  const query = isRecord(request.query) ? request.query : {}
  const wanted = query['company'] ?? ''
  if (Object.keys(query).some((key) => /^company[[.]/.test(key)) || typeof wanted !== 'string') {
    throw new AppError('NOT_COMPANIES', {}, { at: 'query.company' })
  }
  const visible = new Map([actor.company, ...actor.adminCompanies].map((company) => [company.key, company]))
  const keys = wanted.split(',').map((key) => key.trim())
  const named = [...new Set(keys)].filter((key) => key !== '')
  const [first, ...rest] = named.length === 0 ? [...visible.values()] : named.map((key) => visible.get(key))
  if (!first || rest.includes(undefined)) throw new AppError('COMPANY_NOT_FOUND')
  return [first, ...rest.filter((company) => company !== undefined)]
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
