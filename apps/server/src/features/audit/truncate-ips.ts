import { sql } from 'kysely'
import { dayMs } from '@signet/contract/time'
import { asAuditor } from '../../db/as-auditor.ts'
import type { Database } from '../../db/database.ts'

/** How long a whole address is kept. */
export const ipDays = 90

/** An address cut to its network: 24 bits of IPv4, 48 of IPv6; an SQL expression. */
export const cutIp = sql<string>`case when ip ~ '^[0-9.]+$' then host(network(set_masklen(ip::inet, 24))) || '/24'
  when ip ~ '^[0-9a-fA-F:.]+$' then host(network(set_masklen(ip::inet, 48))) || '/48' else 'unreadable/0' end`

/** Cuts the addresses of audit records that are older than 90 days; the chain holds, it was sealed over a keyed digest. */
export async function truncateAuditIps(database: Database, companyIds: readonly number[], now: Date): Promise<void> {
  const before = new Date(now.getTime() - ipDays * dayMs)
  for (const companyId of companyIds) {
    await asAuditor(database, [companyId], (tx) =>
      // Only what is sealed: the seal needs the whole address once.
      sql`update audit a set ip = ${cutIp} where company_id = ${companyId} and at < ${before} and ip is not null
        and position('/' in ip) = 0
        and exists (select from audit_chain c where c.company_id = a.company_id and c.audit_id = a.id)`.execute(tx),
    )
  }
}
