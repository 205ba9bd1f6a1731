import type { FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import type { App } from './app.ts'
import type { Installation } from './context.ts'

/**
 * The origin of the portal: the configured one, otherwise that of the request.
 *
 * @throws AppError `BAD_REQUEST` if the request has no valid host
 */
export function originOf(app: Pick<App, 'publicOrigin'>, request: FastifyRequest): string {
  if (app.publicOrigin) return app.publicOrigin
  const origin = `http://${request.host}`
  if (!URL.canParse(origin)) throw new AppError('HOST_HEADER_INVALID')
  return origin
}

/** What actions need to know about this installation, for the current request. */
export const installationOf = (
  app: Pick<App, 'publicOrigin' | 'keys' | 'installation' | 'ssoAllow'>,
  request: FastifyRequest,
): Installation => ({
  ...app.installation,
  origin: new URL(originOf(app, request)).origin,
  ssoAllow: app.ssoAllow ?? [],
  factorKey: app.keys.sealing,
})
