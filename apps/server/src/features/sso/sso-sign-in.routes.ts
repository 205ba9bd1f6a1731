import { AuthorizationResponseError, ClientError } from 'openid-client'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AuthError } from '@signet/contract/access/session'
import type { App } from '../../app/app.ts'
import type { Tx } from '../../db/database.ts'
import { isLoopback } from '../../app/loopback.ts'
import { originOf } from '../../app/installation.ts'
import { safeCallbackUrl } from '../sessions/sign-in/callback-url.ts'
import { answerUrl, auth, field, sessionWire } from '../sessions/session-wire.ts'
import { csrfTokenIn, isSame } from '../sessions/tokens/tokens.ts'
import { finishOidc, startOidc, type ProvenPerson } from './oidc.ts'
import { finishSaml, metadataOf, startSaml } from './saml.ts'
import { signInBySso } from './sign-in-by-sso.ts'
import { secretPlace } from './sso.routes.ts'
import { findSettings, findSettingsByDomain, useOnce, type SsoSettingsRow } from './sso.queries.ts'
import { callbackPath, keepState, metadataPath, signInSeconds, takeState, type SsoState } from './sso-state.ts'

const startsPerMinute = 30
// A SAML response with its certificates; all other bodies posted to the session calls are smaller.
const samlBytesMax = 256 * 1024

/** Why a sign-in was refused: the error code for the portal, and the cause for the log. */
class Refused extends Error {
  readonly word: AuthError

  constructor(word: AuthError, cause?: unknown) {
    super(word, { cause })
    this.word = word
  }
}

/** Sign-in through a company's identity provider: the redirect to it, and the callback. */
export function mountSsoRoutes(server: FastifyInstance, app: App): void {
  const { names, urlTo, hasCsrf, csrfRefused, keepSession } = sessionWire(app)
  const gate = app.gates.gate('sign-in of a company', startsPerMinute)
  const errorUrl = (request: FastifyRequest, word: AuthError) =>
    urlTo(request, `${auth}/error?error=${word}&provider=sso`)

  server.post(`${auth}/signin/sso`, async (request, reply) => {
    if (!hasCsrf(request)) return answerUrl(request, reply, csrfRefused(request))
    const callbackUrl = safeCallbackUrl(app, request, field(request.body, 'callbackUrl'))
    if (!gate.admits(request.ip)) return answerUrl(request, reply, errorUrl(request, 'TooManyAttempts'))
    try {
      return answerUrl(request, reply, await start(request, reply, callbackUrl))
    } catch (error) {
      return answerUrl(request, reply, errorUrl(request, wordOf(request, error, 'OAuthSignin')))
    }
  })

  async function start(request: FastifyRequest, reply: FastifyReply, callbackUrl: string): Promise<string> {
    const serviceUrl = `${serviceOrigin(app, request)}${callbackPath}`
    const email = field(request.body, 'email').trim().toLowerCase().slice(0, 320)
    const settings = await app.database.inIdentity((tx) => findSettingsByDomain(tx, email.split('@')[1] ?? ''))
    if (!settings) throw new Refused('OAuthSignin')
    const state = {
      companyId: settings.company_id,
      settingsVersion: settings.version,
      protocol: settings.protocol,
      callbackUrl,
      csrfToken: csrfTokenIn(app.keys, request.cookies[names.csrf]) ?? '',
      expiresAt: Date.now() + signInSeconds * 1000,
    }
    if (settings.protocol === 'saml') {
      const { url, requestId } = await startSaml({ settings, serviceUrl })
      keepState(app, reply, { ...state, requestId, nonce: '', codeVerifier: '' })
      return url
    }
    const { url, kept } = await startOidc(await oidcOf(settings, serviceUrl), email)
    keepState(app, reply, { ...state, ...kept })
    return url
  }

  server.get(metadataPath, (request, reply) => {
    const text = metadataOf(`${serviceOrigin(app, request)}${callbackPath}`)
    return reply
      .type('application/samlmetadata+xml')
      .header('content-disposition', 'attachment; filename="signet-metadata.xml"')
      .send(text)
  })

  server.get(callbackPath, (request, reply) => comeBack(request, reply, 'oidc'))
  server.post(callbackPath, { bodyLimit: samlBytesMax }, (request, reply) => comeBack(request, reply, 'saml'))

  async function comeBack(request: FastifyRequest, reply: FastifyReply, protocol: SsoState['protocol']) {
    try {
      const state = takeState(app, request, reply)
      if (state?.protocol !== protocol) throw new Refused('OAuthCallback')
      const settings = await settingsOf(state)
      const person = await personOf(request, state, settings)
      const origin = { ip: request.ip, userAgent: request.headers['user-agent']?.slice(0, 300) ?? null }
      const session = await signInBySso(app, settings, person, origin, request.id)
      if (typeof session === 'string') throw new Refused(session)
      keepSession(reply, session, state.callbackUrl)
      return await reply.redirect(state.callbackUrl, 302)
    } catch (error) {
      return reply.redirect(errorUrl(request, wordOf(request, error, 'Callback')), 302)
    }
  }

  /** The settings that the sign-in began with; if they have been changed since, the sign-in is no longer valid. */
  async function settingsOf(state: SsoState): Promise<SsoSettingsRow> {
    return app.database.inIdentity(async (tx) => {
      const settings = await findSettings(tx, state.companyId)
      if (settings?.version !== state.settingsVersion || settings.protocol !== state.protocol)
        throw new Refused('OAuthCallback')
      await spend(tx, `request ${state.requestId}`)
      return settings
    })
  }

  async function personOf(request: FastifyRequest, state: SsoState, settings: SsoSettingsRow): Promise<ProvenPerson> {
    const serviceUrl = `${serviceOrigin(app, request)}${callbackPath}`
    try {
      if (state.protocol === 'saml') {
        const answer = field(request.body, 'SAMLResponse')
        const person = await finishSaml({ settings, serviceUrl }, answer, state.requestId)
        await app.database.inIdentity((tx) => spend(tx, `assertion ${settings.id} ${person.assertionId}`))
        return person
      }
      const csrfToken = csrfTokenIn(app.keys, request.cookies[names.csrf])
      if (csrfToken === null || !isSame(csrfToken, state.csrfToken)) throw new Refused('OAuthCallback')
      const answer = new URL(request.url, serviceUrl)
      return await finishOidc(await oidcOf(settings, serviceUrl), answer, state)
    } catch (error) {
      if (error instanceof Refused) throw error
      const isDenied = error instanceof AuthorizationResponseError && error.error === 'access_denied'
      throw new Refused(isDenied ? 'AccessDenied' : 'OAuthCallback', error)
    }
  }

  async function oidcOf(settings: SsoSettingsRow, redirectUri: string) {
    const { company_id: companyId, id, client_secret: sealed } = settings
    const clientSecret = await app.database.inCompanies([companyId], (tx) =>
      app.secrets.open(tx, secretPlace(companyId, id), sealed ?? Buffer.alloc(0)),
    )
    return { settings, clientSecret, redirectUri, allowAddress: app.ssoAllow ?? [] }
  }
}

/** @throws Refused if the id was already used */
async function spend(tx: Tx, id: string): Promise<void> {
  if (!(await useOnce(tx, id, new Date(Date.now() + 2 * signInSeconds * 1000)))) throw new Refused('OAuthCallback')
}

/**
 * Our origin at identity providers. It must be configured: if it came from the request, a response intended for another site could be made
 * to match. The request is trusted only on this machine.
 *
 * @throws Refused `Configuration`
 */
function serviceOrigin(app: App, request: FastifyRequest): string {
  const origin = new URL(originOf(app, request))
  if (app.publicOrigin === null && !isLoopback(origin.hostname.replaceAll(/[[\]]/g, ''))) {
    throw new Refused('Configuration', new Error('SIGNET_ORIGIN must be set for company sign-in'))
  }
  return origin.origin
}

/** The error code for the portal; the cause is logged, without the request's content. */
function wordOf(request: FastifyRequest, error: unknown, otherwise: AuthError): AuthError {
  const word = error instanceof Refused ? error.word : otherwise
  const cause = error instanceof Refused ? error.cause : error
  if (cause !== undefined) {
    const { name, message } = cause instanceof Error ? cause : new Error('an unknown failure')
    const code = cause instanceof ClientError ? cause.code : undefined
    request.log.warn({ word, name, code, cause: message.slice(0, 300) }, 'company sign-in refused')
  }
  return word
}
