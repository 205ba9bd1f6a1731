import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { addScimToken as contract } from '@signet/contract/access/sso'
import type { Handler } from '../../app/handler.ts'
import { hashOf, newToken } from '../../secret-token.ts'
import { recordAudit } from '../audit/audit.queries.ts'

/** The prefix of every SCIM token, so that a token can be recognized in the wrong place. */
export const scimPrefix = 'sgs_'

export const addScimToken: Handler<typeof contract> = async (context) => {
  const { actor, company, identity } = context
  const token = `${scimPrefix}${newToken()}`
  const id = randomUUID()
  const { created_at: createdAt } = await identity(async (tx) => {
    await tx
      .updateTable('scim_tokens')
      .set({ ended_at: sql`now()` })
      .where('company_id', '=', company.id)
      .where('ended_at', 'is', null)
      .execute()
    return tx
      .insertInto('scim_tokens')
      .values({
        id,
        company_id: company.id,
        token_hash: hashOf(token),
        created_by_name: actor.name,
        last_used_at: null,
        ended_at: null,
      })
      .returning('created_at')
      .executeTakeFirstOrThrow()
  })
  await recordAudit(context, { action: 'scimToken.add', targetType: 'scimToken', targetId: id })
  return { id, token, createdAt: createdAt.toISOString() }
}
