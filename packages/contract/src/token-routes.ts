import { blockFeedRoutes } from './takedowns/block-feeds.ts'
import { handInMail } from './takedowns/replies.ts'
import { ingest } from './collection/ingest.ts'
import { scimRoutes } from './access/scim.ts'
import type { TokenRoute } from './token-route.ts'

/** Every manually mounted call that is authorised by a company's token, by name. */
export const tokenRoutes: Readonly<Record<string, TokenRoute>> = {
  ingest,
  handInMail,
  ...blockFeedRoutes,
  ...scimRoutes,
}
