import * as z from 'zod/mini'
import { route } from '../route.ts'
import * as wire from '../wire.ts'

/**
 * The scopes of a company's API key: `ingest` sends findings; `read` allows the GET calls that a clientPeeker of the company may make,
 * except those about a user's own account; `feeds` fetches the block feeds; `mail` submits emails that arrived.
 */
export const apiKeyScopes = ['ingest', 'read', 'feeds', 'mail'] as const
/** One of `apiKeyScopes`. */
export type ApiKeyScope = (typeof apiKeyScopes)[number]

/** The prefix of every key, so that leaked keys can be recognised (in logs, repositories). */
export const apiKeyPrefix = 'sgk_'

/** The metadata of an API key. The key itself is only stored as a hash. */
export const ApiKey = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(apiKeyScopes)),
  /** The first characters of the key, to distinguish keys. */
  start: z.string(),
  createdAt: wire.time,
  createdBy: z.string(),
  /** When it expires; null when it doesn't. */
  expires: z.nullable(wire.time),
  /** With a precision of one minute. */
  lastUsedAt: z.nullable(wire.time),
})
export type ApiKey = z.output<typeof ApiKey>

const ofCompany = z.object({ company: wire.companyInPath })

/** Keys that have expired are included until they are revoked. */
export const listApiKeys = route({
  method: 'GET',
  path: '/companies/{company}/apiKeys',
  summary: "List the company's API keys that were not revoked, oldest first, without the keys themselves",
  access: 'company:manage',
  params: ofCompany,
  response: z.array(ApiKey),
})

/** 409 when the company has the maximum number of keys; 400 when `expires` is in the past. */
export const addApiKey = route({
  method: 'POST',
  path: '/companies/{company}/apiKeys',
  summary: 'Create an API key; it is only shown in this response',
  access: 'company:manage',
  status: 201,
  isSecret: true,
  params: ofCompany,
  body: z.strictObject({
    name: wire.oneLine(100, 1),
    scopes: z.array(z.enum(apiKeyScopes)).check(
      z.minLength(1),
      z.maxLength(apiKeyScopes.length),
      z.overwrite((scopes) => [...new Set(scopes)]),
    ),
    /** The last day or the instant it is valid; if missing or null, it is valid until it is revoked. */
    expires: z.optional(z.nullable(wire.day)),
  }),
  response: z.extend(ApiKey, { key: z.string() }),
})

/** 404 for a key of another company and for a revoked key. */
export const endApiKey = route({
  method: 'DELETE',
  path: '/companies/{company}/apiKeys/{apiKeyId}',
  summary: 'Revoke an API key',
  access: 'company:manage',
  status: 204,
  params: z.object({ company: wire.companyInPath, apiKeyId: wire.id }),
  response: wire.nothing,
})
