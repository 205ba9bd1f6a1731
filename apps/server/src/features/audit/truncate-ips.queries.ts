import { sql } from 'kysely'
import { dayMs } from '@signet/contract/time'
import { eachCompanyAlone, type AloneParts } from '../../app/each-alone.ts'
import type { Database } from '../../db/database.ts'

/** Days that a whole IP address is kept. */
export const ipDays = 90

/** An SQL expression for an IP address truncated to its network: 24 bits of IPv4, 48 of IPv6. */
export const cutIp = sql<string>`case when ip ~ '^[0-9.]+$' then host(network(set_masklen(ip::inet, 24))) || '/24'
  when ip ~ '^[0-9a-fA-F:.]+$' then host(network(set_masklen(ip::inet, 48))) || '/48' else 'unreadable/0' end`

/**
 * Truncates the IP addresses of audit records older than 90 days. The chain stays valid, because it was sealed over a keyed digest.
 *
 * @throws AggregateError after the last company, if the addresses of one couldn't be truncated
 */
export async function truncateAuditIps(
  parts: AloneParts & { database: Database },
  companyIds: readonly number[],
  now: Date,
): Promise<void> {
  const { database } = parts
  const before = new Date(now.getTime() - ipDays * dayMs)
  await eachCompanyAlone(parts, companyIds, (companyId) =>
    database.inAudit([companyId], (tx) =>
      // Only sealed records: sealing needs the whole address.
      sql`update audit a set ip = ${cutIp} where company_id = ${companyId} and at < ${before} and ip is not null
        and position('/' in ip) = 0
        and exists (select from audit_chain c where c.company_id = a.company_id and c.audit_id = a.id)`.execute(tx),
    ),
  )
}
