import { ssoProtocols } from '@signet/contract/access/sso'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { App } from '../../app/app.ts'
import { openSealed, seal } from '../../db/sealed.ts'

/** The path to which identity providers redirect users. */
export const callbackPath = '/api/auth/callback/sso'
/** The path of our metadata for SAML providers. */
export const metadataPath = '/api/auth/metadata/sso'
/** How long a sign-in at the provider may take, in seconds. */
export const signInSeconds = 600

/** What the browser stores between redirect and callback. */
const State = z.object({
  companyId: z.int(),
  settingsVersion: z.int(),
  protocol: z.enum(ssoProtocols),
  /** OIDC: the state; SAML: the id of the request. */
  requestId: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  csrfToken: z.string(),
  callbackUrl: z.string(),
  expiresAt: z.number(),
})
export type SsoState = z.output<typeof State>

const place = ['sso-state']
const nameOf = (app: App) => `${app.isSecure ? '__Secure-' : ''}signet.sso-state`

/** Stores the state in a cookie that the browser can't read or change. */
export function keepState(app: App, reply: FastifyReply, state: SsoState): void {
  reply.setCookie(nameOf(app), seal(app.keys.sealing, JSON.stringify(state), place).toString('base64url'), {
    path: callbackPath,
    httpOnly: true,
    secure: app.isSecure,
    // A SAML response is posted from the provider's page, and browsers send no other cookies with a cross-site POST.
    sameSite: state.protocol === 'saml' && app.isSecure ? 'none' : 'lax',
    maxAge: signInSeconds,
  })
}

/** Removes the state from the browser; null if there is none that we created within the last ten minutes. */
export function takeState(app: App, request: FastifyRequest, reply: FastifyReply): SsoState | null {
  const cookie = request.cookies[nameOf(app)]
  reply.clearCookie(nameOf(app), { path: callbackPath })
  const opened = cookie ? openSealed(app.keys.sealing, Buffer.from(cookie, 'base64url'), place) : null
  if (opened === null) return null
  const state = State.parse(JSON.parse(opened))
  return state.expiresAt > Date.now() ? state : null
}
