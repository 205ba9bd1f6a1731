import type { OwnHost } from '@signet/connectors'
import { normaliseName, registrableOf } from '@signet/detection'
import type { Tx } from '../../../db/database.ts'
import { protectedNames } from '../../companies/watched-brands.queries.ts'
import { approvedHosts, hostsOfFindings, recordHosts } from './discovered-hosts.queries.ts'

/**
 * What is checked for a company: its own domains and hosts as it entered them, and the hosts below them that were approved. A host that was
 * approved below a domain that is no longer the company's isn't among them.
 */
export async function ownHostsOf(tx: Tx, companyId: number): Promise<OwnHost[]> {
  await recordHosts(tx, companyId, await hostsOfFindings(tx, companyId), new Date())
  const entered = (await protectedNames(tx, companyId)).flatMap((name) => normaliseName(name)?.host ?? [])
  const own = [...new Set(entered)]
  const approved = (await approvedHosts(tx, companyId)).filter(
    (host) => !own.includes(host) && own.some((domain) => host.endsWith(`.${domain}`)),
  )
  return [
    // Email, name servers and a registration belong to a registered domain, which an entered host needn't be.
    ...own.map((host) => ({ host, isDomain: registrableOf(host) === host })),
    ...approved.map((host) => ({ host, isDomain: false })),
  ]
}
