import { randomUUID } from 'node:crypto'
import type { Context } from '../../context.ts'

/** Keeps a remark beside its threat. */
export async function insertRemark(
  context: Pick<Context, 'tx' | 'company' | 'actor'>,
  threatId: string,
  kind: string,
  text: string,
): Promise<void> {
  await context.tx
    .insertInto('remarks')
    .values({
      company_id: context.company.id,
      id: randomUUID(),
      threat_id: threatId,
      kind,
      text,
      by_user: context.actor.userId,
      by_name: context.actor.name,
    })
    .execute()
}
