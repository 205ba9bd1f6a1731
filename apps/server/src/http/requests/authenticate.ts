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
 *   lacks the permission; `CLIENT_VIEW` for a change while the user views the portal as a client, or what only their own role may read
 */
export async function authorise(app: HttpApp, request: FastifyRequest, permission: Permission): Promise<Actor> {
  const isKey = bringsKey(request)
  const actor = isKey ? await actorOfKey(app, request) : await authenticate(app, request)
  request.actor = actor
  if (!app.userGate.admits(actor.userId)) {
    throw new AppError('TOO_MANY_REQUESTS', {}, { retryAfter: app.userGate.secondsLeft() })
  }
  // Only the own role can end a view, in which the user has that of a client.
  if (actor.ownRoleInView && permission === 'clientView:use' && request.method === 'DELETE') return actor
  refuseInClientView(actor, request.method, permission)
  const isForPeople = isKey && (request.method !== 'GET' || ofPeople.has(permission))
  if (isForPeople || !can(actor.role, permission)) throw new AppError('FORBIDDEN')
  return actor
}

/**
 * A view as a client changes nothing, whatever the client may do. What only the own role may read is refused in the same way: another tab
 * may still ask for it, and the portal would sign out on 403.
 */
function refuseInClientView({ role, ownRoleInView }: Actor, method: string, permission: Permission): void {
  if (ownRoleInView === null) return
  if (method !== 'GET' || (!can(role, permission) && can(ownRoleInView, permission))) throw new AppError('CLIENT_VIEW')
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
    ownRoleInView: null,
  }
}
