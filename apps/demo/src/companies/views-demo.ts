import type { BodyOf } from '@signet/contract/route'
import type { addView } from '@signet/contract/threats/views'
import type { DemoPart } from '../demo-part.ts'
import { hasDemoRows } from '../has-demo-rows.ts'

type Kept = Pick<BodyOf<typeof addView>, 'list' | 'name' | 'source' | 'filters' | 'columns' | 'isShared'>

const ofThreats: readonly Kept[] = [
  {
    list: 'threats',
    name: 'Phishing pages this month',
    source: 'URL',
    filters: { type: 'Phishing page', status: 'open', days: '30', sort: 'severity', dir: 'desc' },
    columns: null,
    isShared: true,
  },
  {
    list: 'threats',
    name: 'Critical and high-risk apps',
    source: 'APK',
    filters: { severity: 'Critical,High' },
    columns: ['severity', 'threat', 'type', 'score', 'status', 'detected', 'lastSeen'].map((key) => ({ key })),
    isShared: true,
  },
  {
    list: 'threats',
    name: 'Seen again after a decision',
    source: 'All',
    filters: { status: 'whitelist,falsePositive', days: '90', dateType: 'lastSeen', sort: 'lastSeen', dir: 'desc' },
    columns: null,
    isShared: false,
  },
]
const ofTouts: readonly Kept[] = [
  {
    list: 'touts',
    name: 'Undecided sellers',
    source: 'All',
    filters: { status: 'open', severity: 'Critical,High', sort: 'severity', dir: 'desc' },
    columns: null,
    isShared: true,
  },
]

/** A few views that the client of an invented company has saved. */
export const viewsDemo: DemoPart = {
  name: 'views',
  async load({ program, company, companyId, users, random }) {
    if (!company.isInvented) return
    const { id: userId, name: userName } = users.client
    const views = [...ofThreats, ...(company.modules.touts ? ofTouts : [])]
    await program.database.inCompanies([companyId], async (tx) => {
      if (await hasDemoRows(tx, companyId, 'saved_views')) return
      await tx
        .insertInto('saved_views')
        .values(
          views.map(({ list, name, source, filters, columns, isShared }) => ({
            company_id: companyId,
            id: random.uuid(),
            user_id: userId,
            user_name: userName,
            list,
            name,
            source,
            filters: JSON.stringify(filters),
            columns: columns && JSON.stringify(columns),
            is_shared: isShared,
            is_demo: true,
          })),
        )
        .execute()
    })
  },
}
