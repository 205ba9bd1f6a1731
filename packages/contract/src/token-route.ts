import type * as z from 'zod/mini'
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
  params?: z.ZodMiniType
  query?: z.ZodMiniType
  /** Request headers by name, each with its purpose. */
  headers?: Readonly<Record<string, string>>
  body?: { types: readonly string[]; schema: z.ZodMiniType }
  /** The status of a response without a body when it is not 204. */
  emptyStatus?: 202
  /** If missing: no body. */
  answer?: { status?: 200 | 201; type: string; schema: z.ZodMiniType }
}
