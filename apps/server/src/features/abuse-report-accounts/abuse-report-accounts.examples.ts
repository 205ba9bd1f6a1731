import { randomUUID } from 'node:crypto'
import { putAbuseReportAccount } from '@signet/contract/takedowns/abuse-report-services'
import type { Caller, Examples } from '../../../test/every-call/examples.ts'
import { send } from '../../../test/harness.ts'

const params = { service: 'urlhaus' } as const

async function withAccount({ user, company }: Caller) {
  await send(user, putAbuseReportAccount, {
    params,
    query: { company: company.key },
    body: { account: '', key: 'secret' },
  })
  return { params }
}

export const examples: Examples = {
  records: { service: () => Promise.resolve('urlhaus') },
  inputs: {
    putAbuseReportAccount: () => ({ params, body: { account: '', key: 'secret' } }),
    deleteAbuseReportAccount: withAccount,
    testAbuseReportAccount: withAccount,
  },
  async rows(tx, { company, marker }) {
    await tx
      .insertInto('abuse_report_accounts')
      .values({ company_id: company.id, id: randomUUID(), service: 'godaddy', account: marker })
      .execute()
  },
}
