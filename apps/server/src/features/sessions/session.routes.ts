import type { FastifyInstance } from 'fastify'
import type { App } from '../../app/app.ts'
import { AppError } from '../../errors.ts'
import { configOf, modulesOf } from '../companies/company-config.ts'
import { installationOf, originOf } from '../../app/installation.ts'
import { authErrorUrl, safeCallbackUrl } from './sign-in/callback-url.ts'
import { mountIdentityRoutes } from './identity.routes.ts'
import { refresh } from './tokens/refresh.ts'
import { endSession, lookOf, useSession } from './sessions.queries.ts'
import { setUpFaultsOf } from './session-settings.ts'
import { signIn } from './sign-in/sign-in.ts'
import { answerUrl, auth, field, refreshPath, sessionWire, wantsJson, type Form } from './session-wire.ts'
import { csrfCookieOf, csrfTokenIn, hashOf, signAccessToken } from './tokens/tokens.ts'
import { companyOf } from '../../db/company-keys.queries.ts'

type SessionWire = ReturnType<typeof sessionWire>

const misconfigured = 'There is a problem with the server configuration. Check the server logs for more information.'
const logFieldMax = 500
/** Errors that the user can correct on the sign-in form. */
const mendable = new Set(['CredentialsSignin', 'SessionRequired', 'TooManyAttempts', 'TotpRequired', 'TotpInvalid'])

const isSessionCall = (url: string) =>
  /^\/api\/auth([/?]|$)/.test(url) || url.startsWith(`${refreshPath}/refresh-accessToken`)

/**
 * The session calls under `/api/auth`, in the wire protocol of next-auth v4, and the refresh call under `/api/rest/auth`.
 *
 * Bodies are form-encoded or JSON; unlike in the REST calls, extra fields are ignored, because clients send some.
 */
export function mountSessionRoutes(server: FastifyInstance, app: App): void {
  const wire = sessionWire(app)
  refuseIfMisconfigured(server, app)
  server.addHook('onSend', async (request, reply) => {
    if (request.url.startsWith(`${auth}/`)) reply.header('cache-control', 'no-store')
  })
  mountSession(server, app, wire)
  mountCsrf(server, app, wire)
  mountProviders(server, wire)
  mountPages(server, app)
  mountSignIn(server, app, wire)
  mountSignOut(server, app, wire)
  mountClientLog(server, app)
  mountRefresh(server, app, wire)
  mountIdentityRoutes(server, app)

  // A call without an action means that the client is misconfigured.
  for (const url of [auth, `${auth}/`]) {
    server.all(url, async (request, reply) => {
      request.log.error({ code: 'MISSING_NEXTAUTH_API_ROUTE_ERROR' }, 'a session call without an action')
      return reply.code(500).send({ message: misconfigured })
    })
  }
}

function refuseIfMisconfigured(server: FastifyInstance, app: App): void {
  const faults = setUpFaultsOf(app.session)
  for (const code of faults) app.log.error({ code }, 'sign-in is not set up correctly; no session call is answered')
  if (faults.length > 0) {
    server.addHook('onRequest', async (request, reply) => {
      if (!isSessionCall(request.url)) return
      await reply.code(500).header('cache-control', 'no-store').send({ message: misconfigured })
    })
  }
}

/** Who is signed in, and the tokens of the next calls. */
function mountSession(server: FastifyInstance, app: App, { names, lax }: SessionWire): void {
  server.get(`${auth}/session`, async (request, reply) => {
    const token = request.cookies[names.session]
    if (!token) return {}
    const found = await app.database.inIdentity(async (tx) => {
      const session = await useSession(tx, app.session.lifetimes, hashOf(token))
      return (
        session && {
          ...session,
          company: await companyOf(tx, session.actor.company.id),
          look: await lookOf(tx, session.actor.userId),
        }
      )
    })
    if (!found) {
      reply.clearCookie(names.session, lax)
      return {}
    }
    const { actor, company, look, expiresAt } = found
    reply.setCookie(names.session, token, { ...lax, expires: expiresAt })
    return {
      user: {
        id: actor.userId,
        name: actor.name,
        email: actor.email,
        role: actor.role,
        company: company.key,
        config: configOf(company.config),
        modules: modulesOf(company.modules),
        adminCompanies: actor.adminCompanies.map(({ key }) => key),
        threatSources: company.threat_sources,
        toutSources: company.tout_sources,
        ...look,
        ...(actor.ownRoleInView ? { viewsAsClientOf: actor.company.name } : {}),
        ...(app.session.lifetimes.poll > 0 ? { pollSeconds: app.session.lifetimes.poll } : {}),
        accessToken: await signAccessToken(app.keys, actor.sessionId, actor.userId, app.session.lifetimes.accessToken),
      },
      expires: expiresAt.toISOString(),
    }
  })
}

function mountCsrf(server: FastifyInstance, app: App, { names, lax }: SessionWire): void {
  server.get(`${auth}/csrf`, async (request, reply) => {
    const existing = csrfTokenIn(app.keys, request.cookies[names.csrf])
    const csrfToken = existing ?? app.newCsrfToken()
    if (!existing) reply.setCookie(names.csrf, csrfCookieOf(app.keys, csrfToken), lax)
    return { csrfToken }
  })
}

function mountProviders(server: FastifyInstance, { urlTo }: SessionWire): void {
  server.get(`${auth}/providers`, async (request) => ({
    credentials: {
      id: 'credentials',
      name: 'Password',
      type: 'credentials',
      signinUrl: urlTo(request, `${auth}/signin/credentials`),
      callbackUrl: urlTo(request, `${auth}/callback/credentials`),
    },
    // One provider for all companies: the list is public, but their names aren't.
    sso: {
      id: 'sso',
      name: 'Single sign-on',
      type: 'oauth',
      signinUrl: urlTo(request, `${auth}/signin/sso`),
      callbackUrl: urlTo(request, `${auth}/callback/sso`),
    },
  }))
}

/** The addresses that next-auth shows pages at; they lead to those of the portal. */
function mountPages(server: FastifyInstance, app: App): void {
  for (const page of ['signin', 'error'] as const) {
    server.get<{ Querystring: Form }>(`${auth}/${page}`, async (request, reply) => {
      const target = new URL(page === 'error' ? '/auth/error' : '/', originOf(app, request))
      const error = field(request.query, 'error')
      // A refused sign-in returns to the form; errors that the user can't correct lead to the error page.
      if (mendable.has(error)) target.pathname = '/'
      if (error === 'PasswordChangeRequired') target.pathname = '/auth/reset'
      for (const name of ['enrol', 'token']) {
        const token = field(request.query, name)
        if (/^[\w-]{1,100}$/.test(token)) target.searchParams.set(name, token)
      }
      if (/^\w{1,64}$/.test(error)) target.searchParams.set('error', error)
      const callbackUrl = field(request.query, 'callbackUrl')
      if (callbackUrl) target.searchParams.set('callbackUrl', safeCallbackUrl(app, request, callbackUrl))
      return reply.redirect(target.href, 302)
    })
  }
}

function mountSignIn(
  server: FastifyInstance,
  app: App,
  { urlTo, hasCsrf, csrfRefused, keepSession }: SessionWire,
): void {
  server.post<{ Params: { provider: string } }>(`${auth}/signin/:provider`, async (request, reply) => {
    if (!hasCsrf(request) || request.params.provider !== 'credentials')
      return answerUrl(request, reply, csrfRefused(request))
    return answerUrl(request, reply, urlTo(request, `${auth}/signin`))
  })

  server.post<{ Params: { provider: string } }>(`${auth}/callback/:provider`, async (request, reply) => {
    if (request.params.provider !== 'credentials') return answerUrl(request, reply, urlTo(request, `${auth}/signin`))
    const callbackUrl = safeCallbackUrl(app, request, field(request.body, 'callbackUrl'))
    if (!hasCsrf(request)) return answerUrl(request, reply, csrfRefused(request))
    const origin = {
      ip: request.ip,
      userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
      requestId: request.id,
    }
    const fieldOf = (name: string) => field(request.body, name).trim()
    // A browser that follows a redirect would never see the recovery codes.
    const enrol = wantsJson(request) ? field(request.body, 'enrol') : ''
    const parts = { database: app.database, session: app.session, installation: installationOf(app, request) }
    const credentials = {
      email: fieldOf('email'),
      password: field(request.body, 'password'),
      totp: fieldOf('totp'),
      enrol,
      passkey: fieldOf('passkey'),
      newPasskey: enrol && fieldOf('newPasskey'),
    }
    const { session, refusal, recoveryCodes } = await signIn(parts, credentials, origin)
    const more = recoveryCodes ? { recoveryCodes } : {}
    if (refusal) {
      return answerUrl(request, reply, urlTo(request, authErrorUrl(refusal.error, refusal.more)), 401, more)
    }
    if (session) keepSession(reply, session, callbackUrl)
    return answerUrl(request, reply, callbackUrl, 200, more)
  })
}

function mountSignOut(
  server: FastifyInstance,
  app: App,
  { names, lax, refreshCookie, hasCsrf, csrfRefused }: SessionWire,
): void {
  server.post(`${auth}/signout`, async (request, reply) => {
    if (!hasCsrf(request)) return answerUrl(request, reply, csrfRefused(request))
    const callbackUrl = safeCallbackUrl(app, request, field(request.body, 'callbackUrl'))
    const token = request.cookies[names.session]
    if (token) {
      await app.database.inIdentity(async (tx) => {
        const session = await useSession(tx, app.session.lifetimes, hashOf(token))
        if (session) await endSession(tx, session.actor.sessionId, 'signed out')
      })
    }
    // Not before the session ended: without its cookies, the portal couldn't repeat a sign-out that failed.
    reply.clearCookie(names.session, lax).clearCookie(names.refresh, refreshCookie)
    reply.header('clear-site-data', '"cache"')
    return answerUrl(request, reply, callbackUrl)
  })
}

/** Errors that the portal reports. */
function mountClientLog(server: FastifyInstance, app: App): void {
  server.post(`${auth}/_log`, { bodyLimit: 8 * 1024 }, async (request, reply) => {
    if (app.clientLogGate.admits(request.ip)) {
      const entry = Object.fromEntries(
        ['level', 'code', 'message'].map((name) => [name, field(request.body, name).slice(0, logFieldMax)]),
      )
      request.log.warn({ client: entry }, 'reported by the portal')
    }
    return reply.code(200).send()
  })
}

function mountRefresh(server: FastifyInstance, app: App, { names, refreshCookie }: SessionWire): void {
  const { lifetimes } = app.session
  server.post(`${refreshPath}/refresh-accessToken`, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const token = request.cookies[names.refresh]
    const refreshed = token ? await refresh(app.database, lifetimes, token) : null
    if (!refreshed) {
      reply.clearCookie(names.refresh, refreshCookie)
      throw new AppError('INVALID_REFRESH_TOKEN')
    }
    if (refreshed.refreshToken) {
      reply.setCookie(names.refresh, refreshed.refreshToken, { ...refreshCookie, maxAge: lifetimes.refreshIdle })
    }
    return {
      accessToken: await signAccessToken(app.keys, refreshed.sessionId, refreshed.userId, lifetimes.accessToken),
    }
  })
}
