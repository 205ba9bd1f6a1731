import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { ScimUser } from '@signet/contract/access/scim'
import { addScimToken } from '@signet/contract/access/sso'
import { newCompany, newUser, send, theWorld, type TestCompany } from '../harness.ts'

/** A SCIM answer; for an error with its fields. */
export interface Answer<T> {
  status: number
  body: T & { status?: string; scimType?: string; detail?: string }
  type: string
}
export interface List<T> {
  totalResults: number
  startIndex: number
  itemsPerPage: number
  Resources: T[]
}
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Calls SCIM with a token. */
export async function call<T = ScimUser>(
  token: string,
  method: Method,
  path: string,
  payload?: object | string,
): Promise<Answer<T>> {
  const response = await theWorld().server.inject({
    method,
    url: `/api/scim/v2${path}`,
    headers: {
      authorization: `Bearer ${token}`,
      ...(payload === undefined ? {} : { 'content-type': 'application/scim+json' }),
    },
    ...(payload === undefined ? {} : { payload: typeof payload === 'string' ? payload : JSON.stringify(payload) }),
  })
  const body = (response.body === '' ? {} : JSON.parse(response.body)) as Answer<T>['body']
  return { status: response.statusCode, body, type: String(response.headers['content-type']) }
}

/** The identity provider of a company: its token, and a superAdmin who can create another. */
export async function provider(company?: TestCompany) {
  const own = company ?? (await newCompany())
  const superAdmin = await newUser('superAdmin', own)
  const made = await send(superAdmin, addScimToken, { params: { company: own.key } })
  expect(made.status).toBe(201)
  return { company: own, superAdmin, token: made.body.token }
}

/** The body of a PATCH. */
export const patch = (...operations: object[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations: operations,
})
/** A new person with unique values. */
export const newPerson = (more: object = {}) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
  userName: `Person-${randomUUID()}@people.example`,
  externalId: randomUUID(),
  name: { givenName: 'Robin', familyName: 'Example' },
  ...more,
})
