import { randomUUID } from 'node:crypto'
import { published, picture } from '../../../test/demo-records.ts'
import type { Examples } from '../../../test/every-call/examples.ts'
import { newThreat } from '../../../test/harness.ts'

const remark = { kind: 'custom', text: 'Seen again this morning' }

export const examples: Examples = {
  records: {
    toutId: async (company, marker) =>
      (await newThreat(company, { kind: 'tout', name: `tickets-${marker}.example` })).id,
  },
  inputs: {
    listThreats: () => ({ params: { source: 'Domain' } }),
    getThreat: async (caller) => ({ params: (await published(caller)).params }),
    listRemarks: async (caller) => ({
      params: (
        await published(
          caller,
          'threat',
          'exists (select from remarks r where r.company_id = threats.company_id and r.threat_id = threats.id)',
        )
      ).params,
    }),
    addRemark: async (caller) => ({ params: (await published(caller)).params, body: remark }),
    addBookmark: async (caller) => ({ params: (await published(caller)).params }),
    removeBookmark: async (caller) => ({ params: (await published(caller)).params }),
    addEvidence: async (caller) => ({ params: (await published(caller)).params, form: picture(caller) }),
    listTouts: () => ({ params: { source: 'Telegram' } }),
    getTout: async (caller) => ({ params: (await published(caller, 'tout')).params }),
    listToutRemarks: async (caller) => ({
      params: (
        await published(
          caller,
          'tout',
          'exists (select from remarks r where r.company_id = threats.company_id and r.threat_id = threats.id)',
        )
      ).params,
    }),
    addToutRemark: async (caller) => ({ params: (await published(caller, 'tout')).params, body: remark }),
    addToutBookmark: async (caller) => ({ params: (await published(caller, 'tout')).params }),
    removeToutBookmark: async (caller) => ({ params: (await published(caller, 'tout')).params }),
    addToutEvidence: async (caller) => ({ params: (await published(caller, 'tout')).params, form: picture(caller) }),
  },
  async rows(tx, { base, userId, marker }) {
    await tx
      .insertInto('bookmarks')
      .values({ ...base, user_id: userId })
      .execute()
    const own = { id: randomUUID(), kind: 'custom', text: marker, by_user: userId, by_name: 'x' }
    await tx
      .insertInto('remarks')
      .values({ ...base, ...own })
      .execute()
    const file = { id: randomUUID(), name: marker, type: 'image/png', size: 1, sha256: 'a'.repeat(64) }
    await tx
      .insertInto('evidence')
      .values({ ...base, ...file, kind: 'capture', captured_at: new Date() })
      .execute()
    await tx.insertInto('client_views').values(base).execute()
    await tx
      .insertInto('threat_traits')
      .values({ ...base, kind: 'nameServers', value: marker })
      .execute()
  },
}
