import type { Examples } from '../../../test/every-call/examples.ts'

const counted = { source: 'Domain', threat_type: 'Look-alike domain', severity: 3, count: '0' } as const
const threat = {
  ...counted,
  kind: 'threat',
  stage: 'published',
  auto_filtered: false,
  status: 'open',
  category: '',
  ad_source: '',
  url_source: '',
} as const
const activity = { kind: 'threat', action: 'threat.takedown', source: 'Domain', severity: 3, count: '0' } as const
const day = new Date('2026-01-01')

export const examples: Examples = {
  // Rows that count nothing, because the counts of the company's other records exist already.
  async rows(tx, { company: { id: company_id }, marker }) {
    await tx
      .insertInto('threat_counts')
      .values({ company_id, ...threat, category: marker })
      .execute()
    await tx
      .insertInto('threat_count_changes')
      .values({ company_id, ...threat, day })
      .execute()
    await tx
      .insertInto('threat_day_counts')
      .values({ company_id, ...counted, kind: 'threat', day, is_open: true })
      .execute()
    await tx
      .insertInto('activity_counts')
      .values({ company_id, ...activity })
      .execute()
    await tx
      .insertInto('activity_count_changes')
      .values({ company_id, ...activity })
      .execute()
    await tx
      .insertInto('case_counts')
      .values({ company_id, ...counted, cases: 'takedowns', status: 'authorised', kind: 'threat', is_listed: true })
      .execute()
    await tx
      .insertInto('case_count_changes')
      .values({ company_id, ...counted, cases: 'takedowns', status: 'authorised', kind: 'threat', is_listed: true })
      .execute()
  },
}
