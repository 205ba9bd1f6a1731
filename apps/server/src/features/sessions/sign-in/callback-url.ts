import type { FastifyRequest } from 'fastify'
import type { AuthError } from '@signet/contract/access/session'
import type { App } from '../../../app/app.ts'
import { originOf } from '../../../app/installation.ts'
import { AppError } from '../../../errors.ts'

/**
 * An absolute callback URL that stays on our origin.
 *
 * A foreign origin is replaced by ours; forms that a browser interprets as another host (`//x`, `/\x`, `https:x`) resolve to one and are
 * handled in the same way.
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

/** The URL to which a refused sign-in is redirected, with parameters for the next step. */
export function authErrorUrl(error: AuthError, more: Record<string, string> = {}): string {
  return `/api/auth/error?${new URLSearchParams({ error, provider: 'credentials', ...more }).toString()}`
}
