import { randomBytes, randomUUID } from 'node:crypto'
import type { Examples } from '../../../test/every-call/examples.ts'
import { theWorld, type TestCompany } from '../../../test/harness.ts'

async function newTip(company: TestCompany, marker: string): Promise<string> {
  const id = randomUUID()
  const row = { company_id: company.id, id, title: marker, source: 'Domain', state: 'waiting' } as const
  await theWorld().database.inCompanies([company.id], async (tx) => {
    await tx
      .insertInto('tips')
      .values({
        ...row,
        fingerprint: randomBytes(32),
        score: null,
        queued_at: null,
        decided_by_name: marker,
        decided_at: null,
      })
      .execute()
    const details = { address: `https://${randomUUID()}.example`, handle: '', phone: '', text: marker }
    await tx
      .insertInto('tip_reports')
      .values({
        company_id: company.id,
        id: randomUUID(),
        tip_id: id,
        code_hash: randomBytes(32),
        details: JSON.stringify(details),
        email: null,
        reporter: null,
        sha256: null,
        picture: null,
        judged_at: null,
      })
      .execute()
  })
  return id
}

const settings = { isOn: true, intro: { en: 'Tell us.', de: '' }, keepDays: 90 } as const

export const examples: Examples = {
  records: { tipId: newTip },
  inputs: {
    listTips: async ({ company }) => {
      await newTip(company, 'a report')
      return {}
    },
    putTipPage: () => ({ body: settings }),
    decideTip: async ({ company }) => ({
      params: { tipId: await newTip(company, 'a report') },
      body: { decision: 'dismiss' },
    }),
  },
  async rows(tx, { company, marker, base }) {
    await tx
      .insertInto('tip_pages')
      .values({ company_id: company.id, intro: JSON.stringify({ en: marker }) })
      .execute()
    const tipId = await newTip(company, marker)
    await tx
      .insertInto('tip_threats')
      .values({ ...base, tip_id: tipId })
      .execute()
  },
}
