import { blockFeedRoutes } from './block-feeds.ts'
import { ingest } from './ingest.ts'
import { scimRoutes } from './scim.ts'
import type { TokenRoute } from './token-route.ts'

/** Every manually mounted call that is authorised by a company's token, by name. */
export const tokenRoutes: Readonly<Record<string, TokenRoute>> = { ingest, ...blockFeedRoutes, ...scimRoutes }
