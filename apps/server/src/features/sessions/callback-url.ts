import type { FastifyRequest } from 'fastify'
import type { AuthError } from '@signet/contract/session'
import type { App } from '../../app/app.ts'
import type { Installation } from '../../app/context.ts'
import { AppError } from '../../errors.ts'

/**
 * The origin the portal is reached at: the configured one, else the one the request was sent to.
 *
 * @throws AppError `BAD_REQUEST` when the request names no host that could be one
 */
export function originOf(app: Pick<App, 'publicOrigin'>, request: FastifyRequest): string {
  if (app.publicOrigin) return app.publicOrigin
  const origin = `http://${request.host}`
  if (!URL.canParse(origin)) throw new AppError('HOST_HEADER_INVALID')
  return origin
}

/** What checks of people need of this installation, for the request at hand. */
export function installationOf(
  app: Pick<App, 'publicOrigin' | 'keys' | 'breachedPasswords' | 'looksUp' | 'followsLogs'>,
  request: FastifyRequest,
): Installation {
  return {
    origin: new URL(originOf(app, request)).origin,
    factorKey: app.keys.sealing,
    breachedPasswords: app.breachedPasswords ?? null,
    looksUp: app.looksUp === true,
    followsLogs: app.followsLogs === true,
  }
}

/**
 * A callback address that stays on our origin, absolute.
 *
 * A foreign origin is replaced by ours; forms a browser reads as another host (`//x`, `/\x`, `https:x`) resolve to one and are
 * caught the same way.
 *
 * @throws AppError `INVALID_CALLBACK_URL_ERROR` for a scheme other than http and https
 */
export function safeCallbackUrl(app: Pick<App, 'publicOrigin'>, request: FastifyRequest, wanted: string): string {
  const origin = originOf(app, request)
  if (!wanted) return `${origin}/`
  if (!URL.canParse(wanted, origin)) return `${origin}/`
  const url = new URL(wanted, origin)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new AppError('INVALID_CALLBACK_URL_ERROR')
  }
  return url.origin === new URL(origin).origin ? url.href : `${origin}/`
}

/** Where a refused sign-in is sent, with what leads on. */
export function authErrorUrl(error: AuthError, more: Record<string, string> = {}): string {
  return `/api/auth/error?${new URLSearchParams({ error, provider: 'credentials', ...more }).toString()}`
}
