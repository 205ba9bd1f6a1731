import type { FastifyRequest } from 'fastify'
import { can, type Permission } from '@signet/contract/access/permissions'
import type { Actor } from '../../app/context.ts'
import { AppError } from '../../errors.ts'
import { authenticateKey, bringsKey } from '../../features/api-keys/authenticate-key.ts'
import { findActor } from '../../features/sessions/sessions.queries.ts'
import { readAccessToken } from '../../features/sessions/tokens/tokens.ts'
import type { HttpApp } from '../http-app.ts'

/**
 * The user of a bearer token. Neither a cookie alone nor an API key opens a REST call; calls that accept API keys use `authorise`.
 *
 * @throws AppError `UNAUTHENTICATED` without a token, with one that isn't ours or has expired, or if its session has ended
 */
export async function authenticate(app: HttpApp, request: FastifyRequest): Promise<Actor> {
  const token = /^Bearer ([\w.-]{1,2048})$/.exec(request.headers.authorization ?? '')?.[1]
  const sessionId = token ? await readAccessToken(app.keys, token) : null
  const actor = sessionId ? await findActor(app.database, sessionId) : null
  if (!actor) throw new AppError('UNAUTHENTICATED')
  return actor
}

/** Permissions that a key lacks although its role has them: it isn't a person and has no account and no messages. */
const ofPeople: ReadonlySet<Permission> = new Set(['account:own', 'notifications:own'])

/**
 * Authenticates a call that requires a permission, and stores the request's actor even if it is refused: the user of a bearer token, or for
 * GET calls an API key of scope `read`, which has the permissions of a clientPeeker of its company.
 *
 * @throws AppError `UNAUTHENTICATED` as above; `TOO_MANY_REQUESTS` above the user's limit per minute; `FORBIDDEN` if the role, or a key,
 *   lacks the permission
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
    // There is no session, so links to files, which are bound to a session, can't be opened.
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
