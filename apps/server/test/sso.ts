import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { putSso, type SsoInput } from '@signet/contract/sso'
import { anotherServer, newUser, send, type TestCompany } from './harness.ts'
import { newVisitor, portalOrigin, type Visitor } from './visitor.ts'

export const serviceUrl = `${portalOrigin}/api/auth/callback/sso`

/** A server that knows where it is reached, as company sign-in needs. */
export function serverWithOrigin(ssoAllow: readonly string[] = []): Promise<FastifyInstance> {
  return anotherServer({ publicOrigin: portalOrigin, ssoAllow })
}

/** A mail domain nobody else in the test file uses. */
export const newDomain = () => `d${randomBytes(5).toString('hex')}.example`

/** Sets how people of a company sign in, as a superAdmin would. */
export async function setSso(company: TestCompany, input: Partial<SsoInput>) {
  const superAdmin = await newUser('superAdmin', company)
  const body = { enforced: false, version: 0, ...input }
  return send(superAdmin, putSso, { params: { company: company.key }, body })
}

/** Asks for the sign-in of a company and gives the address the browser is sent to. */
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

/** The error of a sign-in that was refused, as the browser sees it; null when it was let in. */
export function errorIn(answer: { status: number; headers: Record<string, unknown> }): string | null {
  return new URL(String(answer.headers['location'])).searchParams.get('error')
}
