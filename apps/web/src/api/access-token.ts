import { refreshRefused } from '@signet/contract/access/session'
import { ApiError } from './api-error.ts'

let accessToken: string | null = null
let refreshing: Promise<string> | null = null

/** The bearer token of this tab. It is kept in memory only. */
export function currentToken(): string | null {
  return accessToken
}

export function keepToken(token: string | null): void {
  accessToken = token
}

/** Allows one refresh at a time across all tabs, because a refresh cookie is valid only once. */
function withRefreshLock<T>(work: () => Promise<T>): Promise<T> {
  const locks = 'locks' in navigator ? navigator.locks : undefined
  return locks ? locks.request('signet.refresh', work) : work()
}

async function refresh(): Promise<string> {
  const answer = await fetch('/api/rest/auth/refresh-accessToken', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  }).catch((cause: unknown) => {
    throw new ApiError('The server did not answer', { code: 'OFFLINE', status: 0 }, { cause })
  })
  if (!answer.ok) {
    const refused = answer.status === 401 || answer.status === 403
    throw new ApiError(refused ? refreshRefused : 'The session could not be refreshed', {
      code: refused ? 'INVALID_REFRESH_TOKEN' : 'UNAVAILABLE',
      status: answer.status,
    })
  }
  const body: { accessToken: string } = await answer.json()
  accessToken = body.accessToken
  return body.accessToken
}

/**
 * A token newer than the refused one. However many calls were refused together, it is requested only once.
 *
 * @throws ApiError `INVALID_REFRESH_TOKEN` when the session is over
 */
export function tokenAfter(refused: string | null): Promise<string> {
  if (accessToken && accessToken !== refused) return Promise.resolve(accessToken)
  refreshing ??= withRefreshLock(refresh).finally(() => {
    refreshing = null
  })
  return refreshing
}
