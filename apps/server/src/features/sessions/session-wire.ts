import type { FastifyReply, FastifyRequest } from 'fastify'
import { textIn } from '@signet/contract/narrow'
import type { App } from '../../app/app.ts'
import { originOf } from '../../app/installation.ts'
import type { NewSession } from './sign-in/open-session.ts'
import { csrfTokenIn, isSame } from './tokens/tokens.ts'

/** The path prefix of the session calls. */
export const auth = '/api/auth'
export const refreshPath = '/api/rest/auth'

/** A body of a session call: form-encoded or JSON. */
export type Form = Record<string, unknown>
/** A text field of a body or query; empty if it is missing or of another type. */
export const field = (form: unknown, name: string): string => textIn(form, name) ?? ''

/** The names of the session cookies; over https they have the prefixes that bind them to it. */
function cookieNames(isSecure: boolean) {
  return {
    session: `${isSecure ? '__Secure-' : ''}next-auth.session-token`,
    csrf: `${isSecure ? '__Host-' : ''}next-auth.csrf-token`,
    callback: `${isSecure ? '__Secure-' : ''}next-auth.callback-url`,
    refresh: `${isSecure ? '__Secure-' : ''}signet.refresh-token`,
  }
}

/** Whether a program reads the answer: with `json=true` or a JSON body. */
export const wantsJson = (request: FastifyRequest) =>
  field(request.body, 'json') === 'true' || request.headers['content-type']?.startsWith('application/json') === true

/** Returns the URL to a program, and redirects a browser to it. `more` is for programs only. */
export function answerUrl(request: FastifyRequest, reply: FastifyReply, url: string, status = 200, more: object = {}) {
  return wantsJson(request) ? reply.code(status).send({ url, ...more }) : reply.redirect(url, 302)
}

/** Shared by all ways to sign in: the cookies, the CSRF check, the URLs. */
export function sessionWire(app: App) {
  const { lifetimes } = app.session
  const names = cookieNames(app.isSecure)
  const lax = { path: '/', httpOnly: true, sameSite: 'lax', secure: app.isSecure } as const
  const refreshCookie = { path: refreshPath, httpOnly: true, sameSite: 'strict', secure: app.isSecure } as const
  const urlTo = (request: FastifyRequest, path: string) => `${originOf(app, request)}${path}`

  return {
    names,
    lax,
    refreshCookie,
    urlTo,
    hasCsrf(request: FastifyRequest): boolean {
      const token = csrfTokenIn(app.keys, request.cookies[names.csrf])
      return token !== null && isSame(token, field(request.body, 'csrfToken'))
    },
    csrfRefused: (request: FastifyRequest) => urlTo(request, `${auth}/signin?csrf=true`),
    /** Sets the cookies of a new session. */
    keepSession(reply: FastifyReply, session: NewSession, callbackUrl: string): void {
      reply.setCookie(names.session, session.sessionToken, { ...lax, maxAge: lifetimes.sessionIdle })
      reply.setCookie(names.callback, callbackUrl, lax)
      reply.setCookie(names.refresh, session.refreshToken, { ...refreshCookie, maxAge: lifetimes.refreshIdle })
    },
  }
}
