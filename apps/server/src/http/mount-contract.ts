import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { routes, type RouteName } from '@signet/contract'
import type { ErrorDetail } from '@signet/contract/errors'
import { can } from '@signet/contract/permissions'
import type { AnyRoute, BodyOf, ParamsOf, QueryOf, ResponseOf } from '@signet/contract/route'
import { rowsMax } from '@signet/contract/wire'
import type { Actor, CompanyRef, Context } from '../context.ts'
import { AppError } from '../errors.ts'
import type { App } from './app.ts'
import { authenticate } from './authenticate.ts'
import { answerOnce } from './idempotency.ts'

z.config(z.locales.en())

/** What a handler is called with: the decoded input of its route. */
export interface Input<R extends AnyRoute> {
  params: ParamsOf<R>
  query: QueryOf<R>
  body: BodyOf<R>
}
export type Handler<R extends AnyRoute> = (context: Context, input: Input<R>) => Promise<ResponseOf<R>>
/** One handler for every route of the contract; a missing one does not compile. */
export type Handlers = { [N in RouteName]: Handler<(typeof routes)[N]> }

const restBase = '/api/rest'

/**
 * Mounts every route of the contract. The order of checks is fixed: token, session alive, access group, company, module, input,
 * handler. The first three run before the body is read.
 */
export function mountContract(server: FastifyInstance, app: App, handlers: Handlers): void {
  for (const [name, route] of Object.entries(routes) as [RouteName, AnyRoute][]) {
    const handler = handlers[name] as Handler<AnyRoute> | undefined
    if (!handler) throw new Error(`The route ${name} has no handler`)
    if (!route.access) throw new Error(`The route ${name} says nothing about access`)
    if (route.access === 'PUBLIC') throw new Error(`The route ${name} is public; public calls are mounted by hand`)
    const permission = route.access

    server.route({
      method: route.method,
      url: `${restBase}${route.path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
      onRequest: async (request) => {
        const actor = await authenticate(app, request)
        if (!can(actor.role, permission)) throw new AppError('FORBIDDEN', 'Your role does not allow this.')
        request.actor = actor
      },
      handler: (request, reply) => answer(app, name, route, handler, request, reply),
    })
  }
}

async function answer(
  app: App,
  name: RouteName,
  route: AnyRoute,
  handler: Handler<AnyRoute>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const actor = request.actor
  if (!actor) throw new Error('authenticate() did not run')
  const company = companyFor(actor, request)
  request.companyKey = company.key
  if (route.module && company.modules[route.module] !== true) {
    throw new AppError('MODULE_OFF', 'This company does not use this part.')
  }
  const input = {
    params: decode(route.params, request.params, 'params'),
    query: decode(route.query, request.query, 'query'),
    body: decode(route.body, request.body, 'body'),
  }
  refuseDeepPages(input.query)
  const status = route.status ?? 200
  const result = await app.database.inCompanies([company.id], async (tx) => {
    const context: Context = {
      tx,
      actor,
      company,
      enqueue: app.queue.enqueue,
      requestId: request.id,
      ip: request.ip,
      fileHref: (evidenceId) => app.fileHref(actor, company, evidenceId),
    }
    const work = async () => encode(name, route, await handler(context, input))
    const key = request.headers['idempotency-key']
    if (route.method === 'GET' || typeof key !== 'string') return { status, body: await work() }
    const bodyHash = createHash('sha256')
      .update(JSON.stringify([request.url, request.body ?? null]))
      .digest()
    return answerOnce(tx, { companyId: company.id, userId: actor.userId, key, route: name, bodyHash }, status, work)
  })
  const isQueued =
    route.jobField !== undefined && (result.body as Record<string, unknown>)[route.jobField] !== undefined
  reply.code(isQueued ? 202 : result.status).header('cache-control', 'no-store')
  return result.body === undefined ? reply.send() : reply.type('application/json').send(JSON.stringify(result.body))
}

/**
 * The company a request is about: one the actor may see, by key; left out, the first admin company, else the own one.
 *
 * @throws AppError `BAD_REQUEST` when it is given twice or as an array, `COMPANY_NOT_FOUND` when the actor may not see it
 */
function companyFor(actor: Actor, request: FastifyRequest): CompanyRef {
  const query = request.query as Record<string, unknown>
  const body = request.body as { company?: unknown } | null | undefined
  const inBody = body && typeof body === 'object' ? body.company : undefined
  const wanted = query['company'] ?? inBody
  const strange =
    Object.keys(query).some((key) => /^company[[.]/.test(key)) || (inBody !== undefined && inBody !== wanted)
  if (strange || (wanted !== undefined && (typeof wanted !== 'string' || wanted === '*'))) {
    throw new AppError('BAD_REQUEST', 'company must be one key', {
      details: [{ path: 'query.company', message: 'one key' }],
    })
  }
  if (wanted === undefined || wanted === '') return actor.adminCompanies[0] ?? actor.company
  const found = [actor.company, ...actor.adminCompanies].find(({ key }) => key === wanted)
  if (!found) throw new AppError('COMPANY_NOT_FOUND', 'There is no such company.')
  return found
}

/** A deep page costs what it skips. */
function refuseDeepPages(query: unknown): void {
  const { pageNumber = 1, limit = 1 } = (query ?? {}) as { pageNumber?: number; limit?: number }
  if (pageNumber * limit <= rowsMax) return
  const message = `pageNumber × limit must be at most ${rowsMax}; use an export for more`
  throw new AppError('BAD_REQUEST', message, { details: [{ path: 'query.pageNumber', message }] })
}

function decode(schema: unknown, value: unknown, part: 'params' | 'query' | 'body'): unknown {
  if (!schema) return undefined
  const result = z.safeDecode(schema as z.ZodMiniType, value ?? {})
  if (result.success) return result.data
  const details = result.error.issues.flatMap((issue): ErrorDetail[] => detailsOf(issue, part))
  // A path that names no source or no well-formed id names nothing that exists.
  if (part === 'params') throw new AppError('NOT_FOUND', 'There is nothing here.')
  throw new AppError('BAD_REQUEST', details[0] ? `${details[0].path}: ${details[0].message}` : 'Invalid request', {
    details,
  })
}

function detailsOf(issue: z.core.$ZodIssue, part: string): ErrorDetail[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: [part, ...issue.path, key].join('.'),
      message: 'is not a field of this call',
    }))
  }
  return [{ path: [part, ...issue.path].join('.'), message: issue.message }]
}

/** The wire form of an answer: undeclared fields are dropped, a wrong shape is our bug and never sent. */
function encode(name: RouteName, route: AnyRoute, result: unknown): unknown {
  const encoded = z.safeEncode(route.response as z.ZodMiniType, result)
  if (encoded.success) return encoded.data
  throw new Error(`The answer of ${name} does not fit the contract: ${z.prettifyError(encoded.error)}`)
}
