import { request } from 'node:https'
import { buffer } from 'node:stream/consumers'

/** An answer of the portal. */
export interface Answer {
  status: number
  body: Buffer
  json: Record<string, unknown>
}

/** Someone who uses the portal through its proxy, and accepts only certificates of one authority. */
export class Visitor {
  readonly #origin: string
  readonly #authority: string
  readonly #cookies = new Map<string, string>()
  #accessToken = ''

  constructor(origin: string, authority: string) {
    this.#origin = origin
    this.#authority = authority
  }

  async call(method: string, url: string, body?: FormData | URLSearchParams): Promise<Answer> {
    // Writes the boundary and the parts.
    const encoded = body && new Response(body)
    const headers: Record<string, string> = {
      cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      ...(this.#accessToken ? { authorization: `Bearer ${this.#accessToken}` } : {}),
      ...(encoded ? { 'content-type': encoded.headers.get('content-type') ?? '' } : {}),
      ...(method === 'GET' ? {} : { origin: this.#origin }),
    }
    const content = encoded ? Buffer.from(await encoded.arrayBuffer()) : null
    return new Promise((resolve, reject) => {
      const sent = request(
        new URL(url, this.#origin),
        { method, headers: content ? { ...headers, 'content-length': content.length } : headers, ca: this.#authority },
        (response) => {
          for (const cookie of response.headers['set-cookie'] ?? []) {
            const [pair = ''] = cookie.split(';')
            this.#cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
          }
          const isJson = String(response.headers['content-type']).includes('json')
          buffer(response).then(
            (read) =>
              resolve({
                status: response.statusCode ?? 0,
                body: read,
                json: isJson ? (JSON.parse(read.toString()) as Record<string, unknown>) : {},
              }),
            reject,
          )
        },
      )
      sent.on('error', reject)
      sent.end(content ?? undefined)
    })
  }

  /** Fails unless the password is accepted. */
  async signIn(email: string, password: string): Promise<void> {
    const { json } = await this.call('GET', '/api/auth/csrf')
    const form = new URLSearchParams({
      csrfToken: String(json['csrfToken']),
      callbackUrl: '/home',
      json: 'true',
      email,
      password,
    })
    await this.call('POST', '/api/auth/callback/credentials', form)
    const session = await this.call('GET', '/api/auth/session')
    const { user } = session.json as { user?: { accessToken?: string } }
    const token = user?.accessToken
    if (token === undefined) throw new Error(`The sign-in failed: ${session.status}`)
    this.#accessToken = token
  }
}
