import type { Examples } from '../../../test/every-call/examples.ts'

export const examples: Examples = {
  async rows(tx, { company, takedownId, marker }) {
    const feeds = { company_id: company.id, changed_at: new Date() }
    await tx
      .insertInto('block_feeds')
      .values({ ...feeds, checked_at: new Date() })
      .execute()
    await tx
      .insertInto('block_entries')
      .values({
        company_id: company.id,
        takedown_id: takedownId,
        kind: 'host',
        value: `${marker}.example`,
        has_subdomains: true,
        threat_type: marker,
        left_at: null,
      })
      .execute()
    await tx
      .insertInto('block_feed_files')
      .values({
        ...feeds,
        file: 'hosts.txt',
        sha256: 'a'.repeat(64),
        size: 1,
        fetched_at: new Date(),
        key_name: marker,
      })
      .execute()
  },
}
