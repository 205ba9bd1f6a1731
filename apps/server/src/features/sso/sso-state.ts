import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { App } from '../../app/app.ts'
import { openSealed, seal } from '../../db/sealed.ts'

/** Where identity providers send people back to. */
export const callbackPath = '/api/auth/callback/sso'
/** How long somebody may take to sign in over there, seconds. */
export const signInSeconds = 600

/** What is kept in the browser between the way there and the way back. */
const State = z.object({
  companyId: z.int(),
  settingsVersion: z.int(),
  protocol: z.enum(['oidc', 'saml']),
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

/** Keeps the state in a cookie that the browser cannot read or change. */
export function keepState(app: App, reply: FastifyReply, state: SsoState): void {
  reply.setCookie(nameOf(app), seal(app.keys.sealing, JSON.stringify(state), place).toString('base64url'), {
    path: callbackPath,
    httpOnly: true,
    secure: app.isSecure,
    // A SAML answer is posted from the provider's page, and a post from elsewhere carries no other cookie.
    sameSite: state.protocol === 'saml' && app.isSecure ? 'none' : 'lax',
    maxAge: signInSeconds,
  })
}

/** Takes the state out of the browser; null when there is none that we made less than ten minutes ago. */
export function takeState(app: App, request: FastifyRequest, reply: FastifyReply): SsoState | null {
  const cookie = request.cookies[nameOf(app)]
  reply.clearCookie(nameOf(app), { path: callbackPath })
  const opened = cookie ? openSealed(app.keys.sealing, Buffer.from(cookie, 'base64url'), place) : null
  if (opened === null) return null
  const state = State.parse(JSON.parse(opened))
  return state.expiresAt > Date.now() ? state : null
}
