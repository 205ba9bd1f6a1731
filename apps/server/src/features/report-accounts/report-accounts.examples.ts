import { randomUUID } from 'node:crypto'
import { putReportAccount } from '@signet/contract/takedowns/report-services'
import type { Caller, Examples } from '../../../test/examples.ts'
import { send } from '../../../test/harness.ts'

const params = { service: 'urlhaus' } as const

async function withAccount({ user, company }: Caller) {
  await send(user, putReportAccount, { params, query: { company: company.key }, body: { account: '', key: 'secret' } })
  return { params }
}

export const examples: Examples = {
  records: { service: () => Promise.resolve('urlhaus') },
  inputs: {
    putReportAccount: () => ({ params, body: { account: '', key: 'secret' } }),
    deleteReportAccount: withAccount,
    testReportAccount: withAccount,
  },
  async rows(tx, { company, marker }) {
    await tx
      .insertInto('report_accounts')
      .values({ company_id: company.id, id: randomUUID(), service: 'godaddy', account: marker })
      .execute()
  },
}
