import {
  countHosts,
  decideHosts,
  hostsOfFindings,
  recordHosts,
} from '@signet/server/features/intake/own-hosts/discovered-hosts.queries'
import type { DemoPart } from '../demo-part.ts'

/** The hosts that the exposures of a company name, as a check of its own hosts finds them; some are approved, one is rejected. */
export const discoveredHostsDemo: DemoPart = {
  name: 'discovered-hosts',
  async load({ program, companyId }) {
    await program.database.inCompanies([companyId], async (tx) => {
      const { candidate, approved, rejected } = await countHosts(tx, companyId)
      if (candidate + approved + rejected > 0) return
      const now = new Date()
      const found = await hostsOfFindings(tx, companyId)
      await recordHosts(tx, companyId, found, now)
      const hosts = found.map(({ host }) => host).toSorted()
      const by = { by: 'Astrid Aubert', now }
      if (hosts.length < 3) return
      await decideHosts(tx, companyId, hosts.slice(0, Math.floor(hosts.length / 2)), { ...by, state: 'approved' })
      await decideHosts(tx, companyId, hosts.slice(-1), { ...by, state: 'rejected' })
    })
  },
}
