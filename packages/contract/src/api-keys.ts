import * as z from 'zod/mini'
import { route } from './route.ts'
import * as wire from './wire.ts'

/**
 * What a key of a company opens: `ingest` sends findings in; `read` makes the GET calls a clientPeeker of the company may make,
 * but for those about a person's own account.
 */
export const apiKeyScopes = ['ingest', 'read'] as const
/** One of `apiKeyScopes`. */
export type ApiKeyScope = (typeof apiKeyScopes)[number]

/** What every key begins with, so that one is recognised where it should not be (logs, repositories). */
export const apiKeyPrefix = 'sgk_'

/** What is known about an API key after it was made. The key itself is stored only as a hash. */
export const ApiKey = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(apiKeyScopes)),
  /** The first characters of the key, to tell keys apart. */
  start: z.string(),
  createdAt: wire.time,
  createdBy: z.string(),
  /** When it stops working; null when it does not. */
  expires: z.nullable(wire.time),
  /** To the minute. */
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

/** 409 when the company has as many keys as it may; 400 when `expires` is in the past. */
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
    /** The last day or the instant it works; if missing or null, until it is revoked. */
    expires: z.optional(z.nullable(wire.day)),
  }),
  response: z.extend(ApiKey, { key: z.string() }),
})

/** 404 for a key of another company and for one that was revoked before. */
export const endApiKey = route({
  method: 'DELETE',
  path: '/companies/{company}/apiKeys/{apiKeyId}',
  summary: 'Revoke an API key',
  access: 'company:manage',
  status: 204,
  params: z.object({ company: wire.companyInPath, apiKeyId: wire.id }),
  response: wire.nothing,
})
