import type { Method } from './route.ts'

/**
 * A call that is mounted manually because it streams or uses its own protocol, as data for the OpenAPI document. Who
 * may make it is said by its token: it has no role.
 */
export interface TokenRoute {
  method: Method
  /** Where its paths begin. */
  base: '/api/rest' | '/api/scim/v2'
  path: `/${string}`
  summary: string
  description: string
  security: 'apiKey' | 'scimToken'
  params?: unknown
  query?: unknown
  /** Request headers by name, each with what it is for. */
  headers?: Readonly<Record<string, string>>
  body?: { types: readonly string[]; schema: unknown }
  /** Left out: 204. */
  answer?: { status?: 200 | 201; type: string; schema: unknown }
}
