import type { FastifyRequest } from 'fastify'
import type { Actor } from '../context.ts'
import { AppError } from '../errors.ts'
import { findActor } from '../features/sessions/sessions.queries.ts'
import { readAccessToken } from '../features/sessions/tokens.ts'
import type { App } from './app.ts'

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null
    companyKey: string | null
  }
}

/**
 * The user a bearer token stands for. A cookie alone never opens a REST call.
 *
 * @throws AppError `UNAUTHENTICATED` without a token, with one that is not ours or expired, or when its session has ended
 */
export async function authenticate(app: App, request: FastifyRequest): Promise<Actor> {
  const token = /^Bearer ([\w.-]{1,2048})$/.exec(request.headers.authorization ?? '')?.[1]
  const sessionId = token ? await readAccessToken(app.keys, token) : null
  const actor = sessionId ? await findActor(app.database, sessionId) : null
  if (!actor) throw new AppError('UNAUTHENTICATED', 'Sign in to go on.')
  return actor
}
