import * as client from 'openid-client'
import { guardedExchange } from '@signet/connectors'
import { required } from '@signet/contract/narrow'
import { minuteMs } from '@signet/contract/time'
import type { SsoSettingsRow } from './sso.queries.ts'
import type { SsoState } from './sso-state.ts'

/** The identity that an identity provider asserts. */
export interface ProvenPerson {
  email: string
  isEmailVerified: boolean
  name: string | null
  /** Set if the provider's id of the person stays the same when the email address changes. */
  subject: { issuer: string; id: string } | null
}

/** An OpenID provider of a company, and how it is called. */
export interface OidcProvider {
  settings: SsoSettingsRow
  clientSecret: string
  redirectUri: string
  /** `host:port` pairs that are allowed although their addresses aren't public. */
  allowAddress: readonly string[]
}

const discoveredMs = 5 * minuteMs
const discovered = new Map<string, { config: client.Configuration; until: number }>()

/** The provider's configuration, cached for five minutes; changed settings have another version. */
async function configurationOf(provider: OidcProvider): Promise<client.Configuration> {
  const id = `${provider.settings.id} ${provider.settings.version}`
  const known = discovered.get(id)
  if (known && known.until > Date.now()) return known.config
  const config = await discoveredOf(provider)
  for (const [key, { until }] of discovered) if (until <= Date.now()) discovered.delete(key)
  discovered.set(id, { config, until: Date.now() + discoveredMs })
  return config
}

/** The provider's configuration as it is now. */
export function discoveredOf({ settings, clientSecret, allowAddress }: OidcProvider): Promise<client.Configuration> {
  const issuer = new URL(required(settings.issuer, 'the issuer'))
  const isLocal = issuer.protocol === 'http:'
  return client.discovery(
    issuer,
    required(settings.client_id, 'the client id'),
    undefined,
    client.ClientSecretBasic(clientSecret),
    {
      [client.customFetch]: (url, options) => fetchGuarded(url, options, allowAddress),
      // The signature of the ID token is checked as well, in addition to its origin.
      execute: [client.enableNonRepudiationChecks, ...(isLocal ? [client.allowInsecureRequests] : [])],
    },
  )
}

async function fetchGuarded(
  url: string,
  { method, headers, body }: client.CustomFetchOptions,
  allowAddress: readonly string[],
): Promise<Response> {
  const text = body instanceof URLSearchParams ? body.toString() : typeof body === 'string' ? body : undefined
  const answer = await guardedExchange(url, {
    method: method === 'POST' ? 'POST' : 'GET',
    headers: Object.fromEntries(Object.entries(headers)),
    ...(text === undefined ? {} : { body: text }),
    allowAddress,
  })
  const type = answer.headers['content-type']
  return new Response(new Uint8Array(answer.body), {
    status: answer.status,
    headers: typeof type === 'string' ? { 'content-type': type } : {},
  })
}

/** The sign-in redirect, and the values that must return with the response. */
export async function startOidc(
  provider: OidcProvider,
  email: string,
): Promise<{ url: string; kept: Pick<SsoState, 'requestId' | 'nonce' | 'codeVerifier'> }> {
  const config = await configurationOf(provider)
  const kept = {
    requestId: client.randomState(),
    nonce: client.randomNonce(),
    codeVerifier: client.randomPKCECodeVerifier(),
  }
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: provider.redirectUri,
    scope: 'openid email profile',
    state: kept.requestId,
    nonce: kept.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(kept.codeVerifier),
    code_challenge_method: 'S256',
    login_hint: email,
  })
  return { url: url.href, kept }
}

/**
 * Exchanges the code of a response for the identity of the person.
 *
 * @param answer the URL that the provider redirected the browser to
 * @throws an error of openid-client for any mismatch: state, nonce, code, signature, issuer, audience, time
 */
export async function finishOidc(provider: OidcProvider, answer: URL, state: SsoState): Promise<ProvenPerson> {
  const config = await configurationOf(provider)
  const tokens = await client.authorizationCodeGrant(config, answer, {
    pkceCodeVerifier: state.codeVerifier,
    expectedState: state.requestId,
    expectedNonce: state.nonce,
    idTokenExpected: true,
  })
  const claims = required(tokens.claims(), 'the ID token')
  const person =
    claims['email'] === undefined ? await client.fetchUserInfo(config, tokens.access_token, claims.sub) : claims
  const { email, email_verified: isVerified, name } = person
  return {
    email: typeof email === 'string' ? email : '',
    isEmailVerified: isVerified === true || isVerified === 'true',
    name: typeof name === 'string' ? name : null,
    subject: { issuer: claims.iss, id: claims.sub },
  }
}
