import type { Method } from './route.ts'

/**
 * A call that is mounted manually because it streams or uses its own protocol, described for the OpenAPI document. Its token authorises the
 * caller; there is no role.
 */
export interface TokenRoute {
  method: Method
  /** The prefix of its paths. */
  base: '/api/rest' | '/api/scim/v2'
  path: `/${string}`
  summary: string
  description: string
  security: 'apiKey' | 'scimToken'
  params?: unknown
  query?: unknown
  /** Request headers by name, each with its purpose. */
  headers?: Readonly<Record<string, string>>
  body?: { types: readonly string[]; schema: unknown }
  /** The status of a response without a body when it is not 204. */
  emptyStatus?: 202
  /** If missing: no body. */
  answer?: { status?: 200 | 201; type: string; schema: unknown }
}
