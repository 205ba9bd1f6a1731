import { sql } from 'kysely'
import type { ReportedMail } from '@signet/connectors'
import type { Secrets } from '../../../app/secrets.ts'
import type { Tx } from '../../../db/database.ts'

/**
 * Records an email in which something was reported, and what is in it.
 *
 * @param things what was reported, e.g. addresses
 * @returns by how many people each was reported so far; null if the email is known
 */
export async function recordReport(
  { tx, secrets }: { tx: Tx; secrets: Secrets },
  companyId: number,
  { id, sender }: ReportedMail,
  things: readonly string[],
): Promise<Map<string, number> | null> {
  const sealer = await secrets.sealer(tx, companyId)
  const mail = sealer.lookup(['reported mail', id])
  const { numInsertedOrUpdatedRows: added } = await tx
    .insertInto('reported_mails')
    .values({ company_id: companyId, mail, sender: sender === null ? mail : sealer.lookup(['reporter', sender]) })
    .onConflict((conflict) => conflict.columns(['company_id', 'mail']).doNothing())
    .executeTakeFirst()
  if (added !== 1n) return null
  const links = new Map(things.map((thing) => [sealer.lookup(['reported', thing]).toString('hex'), thing]))
  if (links.size === 0) return new Map()
  const hashes = [...links.keys()].map((hash) => Buffer.from(hash, 'hex'))
  await tx
    .insertInto('reported_links')
    .values(hashes.map((link) => ({ company_id: companyId, link, mail })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const rows = await reportersOf(tx, companyId, hashes)
  return new Map(rows.flatMap(({ link, people }) => [[links.get(link.toString('hex')) ?? '', people]]))
}

/** Each person counts once. Indexes: reported_links_pkey, reported_mails_pkey. */
function reportersOf(tx: Tx, companyId: number, links: readonly Buffer[]) {
  return tx
    .selectFrom('reported_links as link')
    .innerJoin('reported_mails as mail', (join) =>
      join.onRef('mail.company_id', '=', 'link.company_id').onRef('mail.mail', '=', 'link.mail'),
    )
    .select(['link.link', sql<number>`count(distinct mail.sender)::int`.as('people')])
    .where('link.company_id', '=', companyId)
    .where('link.link', 'in', links)
    .groupBy('link.link')
    .orderBy('link.link')
    .limit(links.length)
    .execute()
}
