import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { scimLimits, scimSchemas, scimType, type ScimGroup, type ScimUser } from '@signet/contract/access/scim'
import { clientRoles, type ClientRole } from '@signet/contract/access/permissions'
import { isRecord, required, textIn } from '@signet/contract/narrow'
import type { App } from '../../app/app.ts'
import type { Tx } from '../../db/database.ts'
import { lossOf } from '../../db/loss.ts'
import { AppError } from '../../errors.ts'
import { lossErrors } from '../../app/loss-errors.ts'
import { hashOf } from '../../secret-token.ts'
import { originOf } from '../../app/installation.ts'
import { addScimUser, changeMembers, changeScimUser, type ScimCaller } from './change-user.ts'
import { notFound, ScimError } from './scim-error.ts'
import { readFilter, readGroupPatch, readPage, readUser, readUserPatch } from './scim-input.ts'
import { resourceTypes, schemaDocuments, serviceProviderConfig } from './scim-documents.ts'
import { findScimUser, listMembers, listScimUsers, useScimToken, type ScimUserRow } from './scim.queries.ts'

const base = '/api/scim/v2'
const bodyMax = 256 * 1024
const groupNames: Record<ClientRole, string> = { client: 'Clients', clientPeeker: 'Client peekers' }

interface OfUser {
  Params: { userId: string }
}
interface OfGroup {
  Params: { groupId: string }
}

/** What the calls of one server share. */
interface Scim extends Pick<App, 'database'> {
  callerOf: (request: FastifyRequest) => ScimCaller
  /** Works on the users of the caller's company. */
  people: <T>(request: FastifyRequest, work: (tx: Tx, companyId: number) => Promise<T>) => Promise<T>
  locationOf: (request: FastifyRequest, path: string) => string
}

/** Mounts SCIM 2.0 for the identity providers of companies. Bodies, answers and errors use the SCIM media type. */
export async function mountScim(server: FastifyInstance, app: App): Promise<void> {
  const { database } = app
  const callers = new WeakMap<FastifyRequest, ScimCaller>()
  const callerOf = (request: FastifyRequest) => required(callers.get(request), 'the caller of a checked token')
  const scim: Scim = {
    database,
    callerOf,
    people: (request, work) => database.inIdentity((tx) => work(tx, callerOf(request).companyId)),
    locationOf: (request, path) => `${new URL(originOf(app, request)).origin}${base}/${path}`,
  }
  await server.register(
    async (scope) => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser(
        [scimType, 'application/json'],
        { parseAs: 'string', bodyLimit: bodyMax },
        scope.getDefaultJsonParser('error', 'error'),
      )
      scope.addHook('onRequest', async (request) => {
        const token = /^Bearer (sgs_[\w-]{43})$/.exec(request.headers.authorization ?? '')?.[1]
        const known = token ? await database.inIdentity((tx) => useScimToken(tx, hashOf(token))) : null
        if (!known) throw new ScimError(401, 'A SCIM token is needed.')
        request.companyKey = known.companyKey
        callers.set(request, {
          companyId: known.companyId,
          tokenId: known.tokenId,
          ip: request.ip,
          requestId: request.id,
        })
      })
      scope.setErrorHandler<Error>((error, request, reply) => answerScimError(error, request, reply))
      scope.setNotFoundHandler(() => {
        throw notFound()
      })
      scope.get('/ServiceProviderConfig', (_request, reply) => answer(reply, serviceProviderConfig))
      scope.get('/ResourceTypes', (_request, reply) => answer(reply, listOf(resourceTypes)))
      scope.get('/Schemas', (_request, reply) => answer(reply, listOf(schemaDocuments)))
      mountUsers(scope, scim)
      mountGroups(scope, scim)
    },
    { prefix: base },
  )
}

function mountUsers(scope: FastifyInstance, scim: Scim): void {
  const { database, callerOf, people } = scim
  const toUser = (request: FastifyRequest, row: ScimUserRow) => userOf(row, scim.locationOf(request, `Users/${row.id}`))
  scope.get('/Users', async (request, reply) => {
    const query = isRecord(request.query) ? request.query : {}
    const page = readPage(query)
    const filter = readFilter(query['filter'])
    const { rows, total } = await people(request, (tx, id) => listScimUsers(tx, id, filter, page))
    return answer(
      reply,
      listOf(
        rows.map((row) => toUser(request, row)),
        total,
        page.startIndex,
      ),
    )
  })
  scope.post('/Users', async (request, reply) => {
    const user = toUser(request, await addScimUser(database, callerOf(request), readUser(request.body)))
    return answer(reply.header('location', user.meta.location), user, 201)
  })
  scope.get<OfUser>('/Users/:userId', async (request, reply) => {
    const row = await people(request, (tx, id) => findScimUser(tx, id, request.params.userId))
    if (!row) throw notFound()
    return answer(reply, toUser(request, row))
  })
  scope.put<OfUser>('/Users/:userId', async (request, reply) => {
    const changes = readUser(request.body)
    if (!changes.userName) throw new ScimError(400, 'userName is needed', 'invalidValue')
    // Attributes that a replacement leaves out are removed.
    const whole = { externalId: null, givenName: null, familyName: null, active: true, ...changes }
    const row = await changeScimUser(database, callerOf(request), request.params.userId, whole)
    return answer(reply, toUser(request, row))
  })
  scope.patch<OfUser>('/Users/:userId', async (request, reply) => {
    const changes = readUserPatch(request.body)
    const row = await changeScimUser(database, callerOf(request), request.params.userId, changes)
    return answer(reply, toUser(request, row))
  })
  scope.delete<OfUser>('/Users/:userId', async (request, reply) => {
    await changeScimUser(database, callerOf(request), request.params.userId, { isDeleted: true })
    return reply.code(204).header('cache-control', 'no-store').send()
  })
}

function mountGroups(scope: FastifyInstance, scim: Scim): void {
  const { database, callerOf } = scim
  scope.get('/Groups', async (request, reply) => {
    const filter = isRecord(request.query) ? request.query['filter'] : undefined
    const name = typeof filter === 'string' ? /^\s*displayName\s+eq\s+"([^"\\]*)"\s*$/i.exec(filter)?.[1] : undefined
    if (filter !== undefined && name === undefined)
      throw new ScimError(400, 'Only displayName eq "…" is known.', 'invalidFilter')
    const roles = clientRoles.filter(
      (role) => name === undefined || groupNames[role].toLowerCase() === name.toLowerCase(),
    )
    return answer(reply, listOf(await Promise.all(roles.map((role) => groupOf(scim, request, role)))))
  })
  scope.get<OfGroup>('/Groups/:groupId', async (request, reply) =>
    answer(reply, await groupOf(scim, request, roleOf(request.params.groupId))),
  )
  scope.patch<OfGroup>('/Groups/:groupId', async (request, reply) => {
    const role = roleOf(request.params.groupId)
    await changeMembers(database, callerOf(request), role, readGroupPatch(request.body))
    return answer(reply, await groupOf(scim, request, role))
  })
}

function userOf(row: ScimUserRow, location: string): ScimUser {
  const role = roleOf(row.role)
  return {
    schemas: [scimSchemas.user],
    id: row.id,
    ...(row.external_id ? { externalId: row.external_id } : {}),
    userName: row.email,
    name: {
      formatted: row.name,
      ...(row.given_name ? { givenName: row.given_name } : {}),
      ...(row.family_name ? { familyName: row.family_name } : {}),
    },
    displayName: row.name,
    emails: [{ value: row.email, type: 'work', primary: true }],
    active: row.is_active,
    groups: [{ value: role, display: groupNames[role] }],
    meta: {
      resourceType: 'User',
      created: row.created_at.toISOString(),
      lastModified: (row.updated_at ?? row.created_at).toISOString(),
      location,
    },
  }
}

async function groupOf({ people, locationOf }: Scim, request: FastifyRequest, role: ClientRole): Promise<ScimGroup> {
  const excluded = textIn(request.query, 'excludedAttributes') ?? ''
  const isShort = excluded.toLowerCase().split(',').includes('members')
  const members = isShort ? [] : await people(request, (tx, companyId) => listMembers(tx, companyId, role))
  return {
    schemas: [scimSchemas.group],
    id: role,
    displayName: groupNames[role],
    ...(isShort ? {} : { members: members.map(({ id, name }) => ({ value: id, display: name })) }),
    meta: { resourceType: 'Group', location: locationOf(request, `Groups/${role}`) },
  }
}

function roleOf(groupId: string): ClientRole {
  const role = clientRoles.find((candidate) => candidate === groupId)
  if (!role) throw notFound()
  return role
}

function listOf(resources: readonly object[], total = resources.length, startIndex = 1): object {
  return {
    schemas: [scimSchemas.list],
    totalResults: total,
    startIndex,
    itemsPerPage: Math.min(resources.length, scimLimits.count),
    Resources: resources,
  }
}

function answer(reply: FastifyReply, body: object, status = 200): FastifyReply {
  return reply.code(status).header('cache-control', 'no-store').type(scimType).send(JSON.stringify(body))
}

/** Converts any failure to a SCIM error; the body contains no details of unexpected causes. */
function answerScimError(
  error: Error & { statusCode?: number; code?: string },
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if (error instanceof ScimError) return answer(reply, error.body, error.status)
  if (error instanceof AppError) {
    if (error.retryAfter !== undefined) reply.header('retry-after', String(error.retryAfter))
    const kind = error.status === 400 ? ('invalidValue' as const) : undefined
    return answer(reply, new ScimError(error.status, error.message, kind).body, error.status)
  }
  const loss = lossOf(error)
  if (loss) {
    const { message, retryAfter } = lossErrors[loss]()
    reply.header('retry-after', String(retryAfter))
    return answer(reply, new ScimError(503, message).body, 503)
  }
  if (error.code === '23505') return answer(reply, new ScimError(409, 'It exists already.', 'uniqueness').body, 409)
  const status = error.statusCode ?? 500
  if (status >= 400 && status < 500) {
    return answer(reply, new ScimError(status, 'The request could not be read.', 'invalidSyntax').body, status)
  }
  request.log.error({ err: error }, 'unexpected error')
  return answer(reply, new ScimError(500, 'Something went wrong on our side.').body, 500)
}
