import type { FastifyInstance } from 'fastify'

export const portalOrigin = 'http://portal.test'

interface Kept {
  value: string
  path: string
}
interface Answer {
  status: number
  /** The parsed JSON, or undefined if the body is empty. */
  body: Record<string, unknown>
  text: string
  headers: Record<string, string | string[] | number | undefined>
  cookies: { name: string; value: string; path?: string; httpOnly?: boolean; secure?: boolean; sameSite?: string }[]
}
interface Request {
  form?: Record<string, string>
  json?: unknown
  headers?: Record<string, string>
}

export interface Visitor {
  get(url: string, headers?: Record<string, string>): Promise<Answer>
  post(url: string, request?: Request): Promise<Answer>
  cookies: Map<string, Kept>
  csrfToken(): Promise<string>
  signIn(email: string, password: string, more?: Record<string, string>): Promise<Answer>
  signOut(): Promise<Answer>
  refresh(): Promise<Answer>
}

let counter = 0

/** A person with a browser: stores cookies by path, and has an IP address of their own. */
export function newVisitor(server: FastifyInstance, remoteAddress = ownAddress()): Visitor {
  const cookies = new Map<string, Kept>()

  async function call(method: 'GET' | 'POST', url: string, request: Request): Promise<Answer> {
    const sent = [...cookies].filter(([, { path }]) => url.startsWith(path))
    const response = await server.inject({
      method,
      url,
      remoteAddress,
      headers: {
        host: new URL(portalOrigin).host,
        ...(sent.length > 0 ? { cookie: sent.map(([name, { value }]) => `${name}=${value}`).join('; ') } : {}),
        ...(request.form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
        ...request.headers,
      },
      ...(request.form ? { payload: new URLSearchParams(request.form).toString() } : {}),
      ...(request.json === undefined ? {} : { payload: request.json as object }),
    })
    for (const { name, value, path = '/', expires } of response.cookies) {
      if (expires && expires.getTime() <= Date.now()) cookies.delete(name)
      else cookies.set(name, { value: encodeURIComponent(value), path })
    }
    const isJson = String(response.headers['content-type']).includes('json')
    return {
      status: response.statusCode,
      body: isJson ? JSON.parse(response.body) : {},
      text: response.body,
      headers: response.headers,
      cookies: response.cookies,
    }
  }

  const visitor: Visitor = {
    cookies,
    get: (url, headers) => call('GET', url, headers ? { headers } : {}),
    post: (url, request = {}) => call('POST', url, request),
    async csrfToken() {
      return (await visitor.get('/api/auth/csrf')).body['csrfToken'] as string
    },
    async signIn(email, password, more = {}) {
      const csrfToken = await visitor.csrfToken()
      const form = { csrfToken, callbackUrl: '/home', json: 'true', email, password, ...more }
      return visitor.post('/api/auth/callback/credentials', { form })
    },
    async signOut() {
      const csrfToken = await visitor.csrfToken()
      return visitor.post('/api/auth/signout', { form: { csrfToken, callbackUrl: '/', json: 'true' } })
    },
    refresh: () => visitor.post('/api/rest/auth/refresh-accessToken', { json: {} }),
  }
  return visitor
}

function ownAddress(): string {
  counter += 1
  return `203.0.113.${counter % 250}`
}
