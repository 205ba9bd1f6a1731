import { ingest } from './ingest.ts'
import { scimRoutes } from './scim.ts'
import type { TokenRoute } from './token-route.ts'

/** Every call that is mounted by hand and opened by a token of a company, by name. */
export const tokenRoutes: Readonly<Record<string, TokenRoute>> = { ingest, ...scimRoutes }
