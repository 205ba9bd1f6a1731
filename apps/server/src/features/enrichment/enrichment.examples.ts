import { randomUUID } from 'node:crypto'
import { look } from '../../../test/demo-records.ts'
import type { Examples } from '../../../test/every-call/examples.ts'

const observed =
  'exists (select from domain_observations o where o.company_id = threats.company_id and o.threat_id = threats.id)'

export const examples: Examples = {
  inputs: {
    getObservations: async (caller) => {
      const { id, source } = await look(caller, 'threats', `stage = 'published' and ${observed}`, 'id, version, source')
      return { params: { source, threatId: id } }
    },
    getObservationsForReview: async (caller) => ({
      params: { threatId: (await look(caller, 'threats', observed)).id },
    }),
  },
  async rows(tx, { base, company, takedownId, marker }) {
    const listing = { list: `${marker}.example`, is_listed: false, checked_at: new Date() }
    await tx
      .insertInto('takedown_listings')
      .values({ company_id: company.id, takedown_id: takedownId, ...listing })
      .execute()
    await tx
      .insertInto('domain_watches')
      .values({ ...base, host: `${marker}.example`, claimed_until: null, checked_at: null, base_score: null })
      .execute()
    await tx
      .insertInto('domain_observations')
      .values({
        ...base,
        id: randomUUID(),
        kind: 'dns',
        facts: JSON.stringify({ host: marker }),
        hash: marker,
        observed_at: new Date(),
        seen_at: new Date(),
        is_settled: true,
      })
      .execute()
  },
}
