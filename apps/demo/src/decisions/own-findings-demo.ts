import type { Assets } from '@signet/contract/companies/assets'
import type { AnySource, SourceFields } from '@signet/contract/threats/sources'
import { hourMs } from '@signet/contract/time'
import { compileOwnAssets, ownAssetOf } from '@signet/detection'
import { findAssets } from '@signet/server/features/assets/assets.queries'
import { countOwnFindings, ownFindingsPage, type OwnFinding } from '@signet/server/features/assets/own-findings.queries'
import type { DemoPart } from '../demo-part.ts'

const onePage = { pageNumber: 1, limit: 1, sortField: 'value', sortDirection: 'asc' } as const

/** Findings that were an invented company's own, decided by the detector: its site, its profiles and its number. */
export const ownFindingsDemo: DemoPart = {
  name: 'own-findings',
  async load({ program, company, companyId, random, today }) {
    if (!company.isInvented) return
    await program.database.inCompanies([companyId], async (tx) => {
      if ((await ownFindingsPage(tx, companyId, onePage)).total > 0) return
      const assets = await findAssets(tx, companyId)
      const own = compileOwnAssets(assets)
      for (const { source, fields } of seenOf(assets)) {
        const asset = ownAssetOf(own, { source, fields })
        if (!asset) continue
        const times: OwnFinding[] = Array.from({ length: random.int(1, 30) }, () => ({ source, asset }))
        await countOwnFindings(tx, companyId, times, new Date(today.getTime() - random.int(1, 400) * hourMs))
      }
    })
  },
}

/** What scans and collectors see of the company itself. */
function seenOf({ brands }: Assets): { source: AnySource; fields: SourceFields }[] {
  return brands.flatMap(({ official, handles, phones }) => [
    ...official.map((host) => ({ source: 'URL' as const, fields: { link: `https://www.${host}/` } })),
    ...handles.flatMap(({ source, handle }) =>
      source === 'Instagram' ? [{ source, fields: { Username: handle } }] : [],
    ),
    ...phones.map((phone) => ({ source: 'WhatsApp' as const, fields: { Profile: phone } })),
  ])
}
