import { requestToken, type AccessToken, type TokenClient } from '../imap/access-token.ts'
import type { Access } from './connector.ts'

/**
 * Access tokens of one run, for a provider whose account is a client with an id and a secret. The first call requests one, which is used
 * until it expires.
 *
 * @param headers that the provider needs with the request of a token
 * @returns the value of the header `authorization`
 */
export function bearerOf(
  access: Access,
  client: Pick<TokenClient, 'tokenUrl' | 'scope' | 'authentication'>,
  headers: Record<string, string> = {},
): () => Promise<string> {
  const { allowAddress, lookup, signal, credentials } = access
  let token: AccessToken | null = null
  return async () => {
    if (token === null || token.reuseUntil <= Date.now()) {
      await access.before()
      const { clientId = '', clientSecret = '' } = credentials
      token = await requestToken(
        { ...client, clientId, clientSecret, refreshToken: null },
        { headers, lookup, ...(allowAddress ? { allowAddress } : {}), ...(signal ? { signal } : {}) },
      )
    }
    return `Bearer ${token.value}`
  }
}
