import { X509Certificate } from 'node:crypto'
import {
  ResponseBodyError,
  WWWAuthenticateChallengeError,
  genericGrantRequest,
  type Configuration,
} from 'openid-client'
import { ConnectorError, guardedExchange } from '@signet/connectors'
import type { SsoCheck } from '@signet/contract/access/sso'
import { required } from '@signet/contract/narrow'
import type { Sentence } from '@signet/contract/wire'
import { inEnglish } from '../../errors/sentences.ts'
import { discoveredOf, type OidcProvider } from './oidc.ts'

interface CheckResult {
  check: SsoCheck
  problem: Sentence | null
}
type Check = [SsoCheck, () => Promise<void>]

/** Tests the connection to an identity provider up to the first check that fails. Nobody is signed in. */
export async function checksOf(provider: OidcProvider): Promise<CheckResult[]> {
  const results: CheckResult[] = []
  for (const [check, run] of provider.settings.protocol === 'oidc' ? oidcChecks(provider) : samlChecks(provider)) {
    try {
      await run()
      results.push({ check, problem: null })
    } catch (error) {
      if (!(error instanceof ConnectorError)) throw error
      return [...results, { check, problem: inEnglish(error) }]
    }
  }
  return results
}

function oidcChecks(provider: OidcProvider): Check[] {
  const { host } = new URL(required(provider.settings.issuer, 'the issuer'))
  let config: Configuration | null = null
  return [
    [
      'discovery',
      async () => {
        config = await discoveredOf(provider).catch((error: unknown) => {
          throw connectorErrorIn(error) ?? new ConnectorError('DISCOVERY_INVALID', { host }, { cause: error })
        })
      },
    ],
    [
      'keys',
      async () => {
        const address = required(config, 'the configuration').serverMetadata().jwks_uri
        if (!address) throw new ConnectorError('DISCOVERY_WITHOUT_KEYS', { host })
        const answer = await guardedExchange(address, { allowAddress: provider.allowAddress })
        if (answer.status !== 200 || !/"kty"/.test(answer.body.toString('utf8'))) {
          throw new ConnectorError('DISCOVERY_WITHOUT_KEYS', { host })
        }
      },
    ],
    ['client', () => tryClient(provider, required(config, 'the configuration'), host)],
  ]
}

/**
 * Exchanges a code that doesn't exist. A provider authenticates the client before it looks at the code (RFC 6749, section 5.2), so only
 * `invalid_grant` means that it accepts the client. For one that it doesn't, some reply something else than `invalid_client`.
 */
async function tryClient(provider: OidcProvider, config: Configuration, host: string): Promise<void> {
  if (!config.serverMetadata().token_endpoint) throw new ConnectorError('DISCOVERY_INVALID', { host })
  try {
    await genericGrantRequest(config, 'authorization_code', {
      code: 'connection-test',
      code_verifier: 'connection-test'.repeat(4),
      redirect_uri: provider.redirectUri,
    })
  } catch (error) {
    if (error instanceof ResponseBodyError && error.error === 'invalid_grant') return
    const reply = replyIn(error)
    if (reply !== null) throw new ConnectorError('CLIENT_NOT_ACCEPTED', { host, reply }, { cause: error })
    throw (
      connectorErrorIn(error) ?? new ConnectorError('API_ANSWER_CHANGED', { host, field: 'error' }, { cause: error })
    )
  }
}

function replyIn(error: unknown): string | null {
  if (error instanceof ResponseBodyError) return (error.error_description ?? error.error).slice(0, 200)
  return error instanceof WWWAuthenticateChallengeError ? String(error.status) : null
}

/** The failure of the exchange, which openid-client wraps. */
function connectorErrorIn(error: unknown): ConnectorError | null {
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof ConnectorError) return at
  return null
}

function samlChecks({ settings, allowAddress }: OidcProvider): Check[] {
  const entryPoint = required(settings.entry_point, 'the sign-in address')
  return [
    [
      'certificate',
      async () => {
        const { validToDate } = new X509Certificate(required(settings.idp_cert, 'the certificate'))
        if (validToDate.getTime() < Date.now()) throw new ConnectorError('PROVIDER_CERTIFICATE_EXPIRED', {})
      },
    ],
    [
      'signInPage',
      async () => {
        // Without a request, providers answer with a page, a redirect or a complaint about the request; each shows that it is the right
        // place.
        const { status } = await guardedExchange(entryPoint, { allowAddress, readMax: 1024 })
        const { host } = new URL(entryPoint)
        if (status >= 500) throw new ConnectorError('SERVER_FAILS', { host, status })
        if (status === 404) throw new ConnectorError('SERVER_STATUS_UNEXPECTED', { host, status })
      },
    ],
  ]
}
