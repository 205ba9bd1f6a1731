import { randomUUID } from 'node:crypto'
import type { addScimToken as contract } from '@signet/contract/access/sso'
import type { IdentityHandler } from '../../app/handler.ts'
import { hashOf, newToken } from '../../secret-token.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { replaceScimToken } from './scim.queries.ts'

/** The prefix of every SCIM token, so that a token can be recognized in the wrong place. */
const scimPrefix = 'sgs_'

export const addScimToken: IdentityHandler<typeof contract> = {
  withIdentity: async (context) => {
    const { actor, company, identity } = context
    const token = `${scimPrefix}${newToken()}`
    const id = randomUUID()
    const createdAt = await identity((tx) =>
      replaceScimToken(tx, company.id, { id, token_hash: hashOf(token), created_by_name: actor.name }),
    )
    await recordAudit(context, { action: 'scimToken.add', targetType: 'scimToken', targetId: id })
    return { id, token, createdAt: createdAt.toISOString() }
  },
}
