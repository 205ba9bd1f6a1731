import type { FastifyRequest } from 'fastify'
import { can, type Permission } from '@signet/contract/permissions'
import type { Actor } from '../app/context.ts'
import { AppError } from '../errors.ts'
import { authenticateKey, bringsKey } from '../features/api-keys/authenticate-key.ts'
import { findActor } from '../features/sessions/sessions.queries.ts'
import { readAccessToken } from '../features/sessions/tokens.ts'
import type { HttpApp } from './http-app.ts'

/**
 * The user of a bearer token. A cookie alone never opens a REST call, nor does an API key: those that it opens ask
 * `authorise`.
 *
 * @throws AppError `UNAUTHENTICATED` without a token, with one that is not ours or expired, or when its session has ended
 */
export async function authenticate(app: HttpApp, request: FastifyRequest): Promise<Actor> {
  const token = /^Bearer ([\w.-]{1,2048})$/.exec(request.headers.authorization ?? '')?.[1]
  const sessionId = token ? await readAccessToken(app.keys, token) : null
  const actor = sessionId ? await findActor(app.database, sessionId) : null
  if (!actor) throw new AppError('UNAUTHENTICATED')
  return actor
}

/** What a key may not do although its role may: it is no person, and has no account and no messages. */
const ofPeople: ReadonlySet<Permission> = new Set(['account:own', 'notifications:own'])

/**
 * Finds out who makes a call that asks for a permission, and keeps it as the request's actor, also when it is refused: the user
 * of a bearer token, or for GET calls an API key of scope `read`, which may what a clientPeeker of its company may.
 *
 * @throws AppError `UNAUTHENTICATED` as above; `TOO_MANY_REQUESTS` beyond the user's share of a minute; `FORBIDDEN` when the role, or a key, may not do this
 */
export async function authorise(app: HttpApp, request: FastifyRequest, permission: Permission): Promise<Actor> {
  const isKey = bringsKey(request)
  const actor = isKey ? await actorOfKey(app, request) : await authenticate(app, request)
  request.actor = actor
  if (!app.userGate.admits(actor.userId)) {
    throw new AppError('TOO_MANY_REQUESTS', {}, { retryAfter: app.userGate.secondsLeft() })
  }
  const isForPeople = isKey && (request.method !== 'GET' || ofPeople.has(permission))
  if (isForPeople || !can(actor.role, permission)) throw new AppError('FORBIDDEN')
  return actor
}

async function actorOfKey(app: HttpApp, request: FastifyRequest): Promise<Actor> {
  const key = await authenticateKey(app, request, 'read')
  return {
    userId: key.id,
    // No session: links to files that are bound to one do not open.
    sessionId: key.id,
    name: key.name,
    email: '',
    role: 'clientPeeker',
    company: key.company,
    adminCompanies: [],
    phone: null,
    lastSignInAt: null,
  }
}
