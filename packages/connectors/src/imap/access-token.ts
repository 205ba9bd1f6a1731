import { isRecord } from '@signet/contract/narrow'
import { lineOf } from '../abuse-reports/abuse-report.ts'
import { ConnectorError } from '../connector-error.ts'
import { guardedExchange, type GuardedExchangeOptions } from '../guarded-exchange.ts'
import { statusError } from '../guarded-fetch.ts'

/** A client of an authorization server (OAuth 2.0, RFC 6749). */
export interface TokenClient {
  /** Where the server issues tokens. */
  tokenUrl: string
  clientId: string
  clientSecret: string
  /** Separated by spaces; empty for the default of the server. */
  scope: string
  /** Set if the owner of a mailbox let the client in (RFC 6749, section 6); null if it has its own rights (section 4.4). */
  refreshToken: string | null
  /**
   * How the client says who it is: in the body, as Microsoft and Google document it and by default; in a header (RFC 6749, section 2.3.1);
   * or in the body with the name that TikTok has for its id.
   */
  authentication?: 'body' | 'header' | 'clientKey'
}

/** What the server issued. */
export interface AccessToken {
  value: string
  /** Until when it may be used again, in ms since 1970; the past if the server doesn't say. */
  reuseUntil: number
  /** Replaces that of the client; null if that stays valid. */
  refreshToken: string | null
}

/** A token isn't used in its last minute: clocks differ, and signing in takes time. */
const marginSeconds = 60

/**
 * Requests an access token.
 *
 * @throws ConnectorError `TOKEN_REFUSED` with what the server says, without secrets; `TOKEN_INVALID`; those of a status or a connection
 */
export async function requestToken(
  client: TokenClient,
  options: Pick<GuardedExchangeOptions, 'allowAddress' | 'lookup' | 'signal' | 'headers'>,
): Promise<AccessToken> {
  const { tokenUrl, clientId, clientSecret, scope, refreshToken, authentication = 'body' } = client
  const form = new URLSearchParams({
    ...(refreshToken === null
      ? { grant_type: 'client_credentials' }
      : { grant_type: 'refresh_token', refresh_token: refreshToken }),
    ...(authentication === 'header'
      ? {}
      : { [authentication === 'body' ? 'client_id' : 'client_key']: clientId, client_secret: clientSecret }),
    ...(scope === '' ? {} : { scope }),
  })
  const { status, headers, body } = await guardedExchange(tokenUrl, {
    ...options,
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
      ...(authentication === 'header' ? { authorization: basic(clientId, clientSecret) } : {}),
      ...options.headers,
    },
    body: form.toString(),
  })
  const { host } = new URL(tokenUrl)
  const answer = recordIn(body)
  const { error, error_description: description } = answer
  if (typeof error === 'string' && status < 500 && status !== 429) {
    const reply = withoutSecrets([error, description].filter((part) => typeof part === 'string').join(': '), client)
    throw new ConnectorError('TOKEN_REFUSED', { host, reply: lineOf(reply) }, { status })
  }
  const retryAfter = headers['retry-after']
  if (status !== 200) throw statusError(host, status, typeof retryAfter === 'string' ? retryAfter : undefined)
  const { access_token: value, token_type: type, expires_in: seconds, refresh_token: replacement } = answer
  // The characters of a token (RFC 6750, section 2.1), and the only kind that mail servers take.
  const isToken = typeof value === 'string' && /^[\w.~+/-]+=*$/.test(value) && /^bearer$/i.test(String(type))
  if (!isToken) throw new ConnectorError('TOKEN_INVALID', { host })
  return {
    value,
    // Some servers write the number as text.
    reuseUntil: Date.now() + (Number(seconds ?? 0) - marginSeconds) * 1000,
    refreshToken: typeof replacement === 'string' && replacement !== refreshToken ? replacement : null,
  }
}

const basic = (clientId: string, clientSecret: string) =>
  `Basic ${Buffer.from([clientId, clientSecret].map(encodeURIComponent).join(':')).toString('base64')}`

function recordIn(body: Buffer): Record<string, unknown> {
  try {
    const json: unknown = JSON.parse(body.toString('utf8'))
    return isRecord(json) ? json : {}
  } catch {
    // Not JSON: the status says what is wrong.
    return {}
  }
}

/** A server may repeat what it was sent. */
const withoutSecrets = (text: string, { clientSecret, refreshToken }: TokenClient) =>
  [clientSecret, refreshToken].reduce<string>((rest, secret) => (secret ? rest.replaceAll(secret, '…') : rest), text)
