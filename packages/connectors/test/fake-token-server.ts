import { text } from 'node:stream/consumers'
import { startFakeServer } from './fake-server.ts'

/** An authorization server on 127.0.0.1 that issues access tokens (RFC 6749, sections 4.4, 5 and 6). */
export interface FakeTokenServer {
  url: string
  /** `host:port`. */
  address: string
  /** The fields of each request. */
  requests: readonly Record<string, string>[]
  /** The next answers, instead of a token. */
  answers: TokenAnswer[]
  /** How long its tokens are valid, in seconds. */
  expiresIn: number
  /** Called with each token that it issues. */
  onIssue(listener: (token: string) => void): void
  /** Ends the connections without a word. */
  drop(): void
  close(): Promise<void>
}

/** An answer other than a token; null sends the beginning of one and no more. */
export type TokenAnswer = { status: number; body: string; headers?: Record<string, string> } | null

/** The client that it knows. */
export const fakeTokenClient = {
  clientId: '7c1d3f6e-client',
  clientSecret: 'a client secret+/=&ü',
  scope: 'https://outlook.office365.com/.default',
}
/** The refresh token that it knows first; it replaces each one that was used, as servers may. */
export const fakeRefreshToken = 'refresh-0'

const refuse = (error: string, description: string) => ({
  status: error === 'invalid_client' ? 401 : 400,
  body: JSON.stringify({ error, error_description: description, error_codes: [7000215] }),
})

export async function startFakeTokenServer(): Promise<FakeTokenServer> {
  const server = await startFakeServer()
  const requests: Record<string, string>[] = []
  const answers: TokenAnswer[] = []
  const listeners: ((token: string) => void)[] = []
  let refreshToken = fakeRefreshToken
  const started = {
    url: server.url('/tenant/oauth2/v2.0/token'),
    address: server.address,
    requests,
    answers,
    expiresIn: 3599,
    onIssue: (listener: (token: string) => void) => void listeners.push(listener),
    drop: () => server.drop(),
    close: () => server.close(),
  }
  /** The answer to a request of a client. */
  function answerTo(form: Record<string, string>): Exclude<TokenAnswer, null> {
    if (form['client_id'] !== fakeTokenClient.clientId) return refuse('unauthorized_client', 'Unknown application.')
    if (form['client_secret'] !== fakeTokenClient.clientSecret) {
      return refuse('invalid_client', `Invalid client secret\r\nprovided: ${form['client_secret']}`)
    }
    if (form['grant_type'] === 'refresh_token') {
      if (form['refresh_token'] !== refreshToken) return refuse('invalid_grant', 'Token has been revoked.')
      refreshToken = `refresh-${requests.length}`
    } else if (form['grant_type'] !== 'client_credentials') return refuse('unsupported_grant_type', 'Unknown grant.')
    const token = `token-${requests.length}`
    for (const listener of listeners) listener(token)
    return {
      status: 200,
      body: JSON.stringify({
        token_type: 'Bearer',
        expires_in: started.expiresIn,
        access_token: token,
        ...(form['grant_type'] === 'refresh_token' ? { refresh_token: refreshToken } : {}),
      }),
    }
  }
  server.on('/tenant/oauth2/v2.0/token', (request, response) => {
    const reply = async () => {
      const form = Object.fromEntries(new URLSearchParams(await text(request)))
      requests.push(form)
      const answer = answers.length > 0 ? answers.shift() : answerTo(form)
      if (!answer) return response.writeHead(200, { 'content-type': 'application/json' }).write('{"token_type":')
      const { status, headers, body } = answer
      return response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
    }
    reply().catch(() => response.destroy())
  })
  return started
}
