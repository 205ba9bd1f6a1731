import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { putSso, type SsoInput } from '@signet/contract/access/sso'
import { anotherServer, newUser, send, type TestCompany } from '../harness.ts'
import { newVisitor, portalOrigin, type Visitor } from '../visitor.ts'

export const serviceUrl = `${portalOrigin}/api/auth/callback/sso`

/** A server with a configured origin, as company sign-in requires. */
export function serverWithOrigin(ssoAllow: readonly string[] = []): Promise<FastifyInstance> {
  return anotherServer({ publicOrigin: portalOrigin, ssoAllow })
}

/** A mail domain that is unique in the test file. */
export const newDomain = () => `d${randomBytes(5).toString('hex')}.example`

/** Sets how users of a company sign in, like a superAdmin. */
export async function setSso(company: TestCompany, input: Partial<SsoInput>) {
  const superAdmin = await newUser('superAdmin', company)
  const body = { enforced: false, version: 0, ...input }
  return send(superAdmin, putSso, { params: { company: company.key }, body })
}

/** Starts the sign-in of a company and returns the URL that the browser is redirected to. */
export async function startSignIn(
  server: FastifyInstance,
  email: string,
  more: Record<string, string> = {},
): Promise<{ visitor: Visitor; url: string }> {
  const visitor = newVisitor(server)
  const csrfToken = await visitor.csrfToken()
  const form = { csrfToken, callbackUrl: '/threats', json: 'true', email, ...more }
  const answer = await visitor.post('/api/auth/signin/sso', { form })
  return { visitor, url: String(answer.body['url']) }
}

/** The error of a refused sign-in as the browser sees it; null if it succeeded. */
export function errorIn(answer: { status: number; headers: Record<string, unknown> }): string | null {
  return new URL(String(answer.headers['location'])).searchParams.get('error')
}
