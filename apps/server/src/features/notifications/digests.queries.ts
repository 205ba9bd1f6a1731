import type { Preferences } from '@signet/contract/access/account'
import type { Role } from '@signet/contract/access/permissions'
import type { Tx } from '../../db/database.ts'
import { numberOfThreat } from '../../db/threat-numbers.queries.ts'
import { sql } from 'kysely'
import { defaultZone } from '../companies/company-zone.ts'
import type { Row } from '../../db/rows.ts'
import { severityRank } from '@signet/contract/threats/severities'

/** Threats that a digest names. */
const namedMax = 10

/** A user who gets a digest. */
export interface DigestReader extends Preferences {
  id: string
  name: string
  locale: string | null
  email: string
  role: Role
  companyId: number
  /** The time zone of the reader's own company. */
  zone: string
  companies: { id: number; name: string }[]
}

/**
 * Active users who want a digest, with the companies they work for and the time zone of their own company. Runs in an identity transaction.
 */
export async function digestReaders(tx: Tx): Promise<DigestReader[]> {
  const { rows } = await sql<DigestReader>`
      select u.id, u.name, u.locale, u.email, u.role, u.company_id as "companyId", p.mail, p.severities, p.sources,
        coalesce(own.config ->> 'timeZone', ${defaultZone}) as zone,
        (select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name) order by c.name), '[]') from companies c
          where c.is_active and (c.id = u.company_id
            or exists (select from user_companies m where m.user_id = u.id and m.company_id = c.id))) as companies
      from user_preferences p join users u on u.id = p.user_id join companies own on own.id = u.company_id
      where u.is_active and own.is_active and p.mail in ('daily', 'weekly') order by u.id`.execute(tx)
  return rows
}

/** What was published in a period: how much, and the most severe. */
export interface Published {
  total: number
  named: (Pick<Row<'threats'>, 'title' | 'severity'> & { number: number })[]
}

/** The matching threats published for a company in a period. Index: threats_stage. */
export async function publishedIn(
  tx: Tx,
  companyId: number,
  { severities, sources }: Preferences,
  from: Date,
  until: Date,
): Promise<Published> {
  let rows = tx
    .selectFrom('threats')
    .where('company_id', '=', companyId)
    .where('stage', '=', 'published')
    .where('kind', '=', 'threat')
    .where('auto_filtered', '=', false)
    .where('published_at', '>=', from)
    .where('published_at', '<', until)
  if (severities.length > 0)
    rows = rows.where(
      'severity',
      'in',
      severities.map((name) => severityRank[name]),
    )
  if (sources.length > 0) rows = rows.where('source', 'in', sources)
  const { count } = await rows.select((select) => select.fn.countAll<string>().as('count')).executeTakeFirstOrThrow()
  const named = await rows
    .select(['title', 'severity', numberOfThreat(companyId).as('number')])
    .orderBy('severity', 'desc')
    .orderBy('published_at', 'desc')
    .orderBy('id')
    .limit(namedMax)
    .execute()
  return { total: Number(count), named }
}
