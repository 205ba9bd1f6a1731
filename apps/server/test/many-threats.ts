import { randomUUID } from 'node:crypto'
import type { SourceFields, ThreatSource } from '@signet/contract/sources'
import { fingerprintOf, searchTextOf } from '../src/features/intake/finding-threat.ts'
import { upsertThreats, type Sighted } from '../src/features/intake/intake.queries.ts'
import type { Database } from '../src/db/database.ts'
import type { TestCompany } from './harness.ts'

/** What a test says of a threat; the rest is ordinary. */
export interface Told {
  title: string
  source?: ThreatSource
  fields?: SourceFields
  threatType?: string
  severity?: number
  category?: string
  score?: number
  firstSeen?: string
  lastSeen?: string
  publishedAt?: string
  autoFiltered?: boolean
}

/** Publishes threats as told, in one go; the ids in the order given. */
export async function publishThreats(
  database: Database,
  company: TestCompany,
  told: readonly Told[],
): Promise<string[]> {
  const found = told.map((threat): Sighted => {
    const source = threat.source ?? 'Domain'
    const fields = threat.fields ?? { domain_name: threat.title }
    return {
      threat: {
        id: randomUUID(),
        source,
        fingerprint: fingerprintOf(source, randomUUID()),
        title: threat.title,
        search: searchTextOf(source, threat.title, fields),
        threatType: threat.threatType ?? 'Look-alike domain',
        severity: threat.severity ?? 3,
        url: null,
        fields,
        brandId: null,
        class: null,
        score: threat.score ?? 80,
        indicators: [],
      },
      feed: 'test',
      line: 1,
      text: threat.title.replaceAll('\0', ''),
    }
  })
  await database.inCompanies([company.id], async (tx) => {
    await upsertThreats(tx, company.id, randomUUID(), new Date(), found)
    for (const [index, { category, firstSeen, lastSeen, publishedAt, autoFiltered }] of told.entries()) {
      await tx
        .updateTable('threats')
        .set({
          stage: 'published',
          published_at: publishedAt ? new Date(publishedAt) : new Date(),
          ...(category ? { category } : {}),
          ...(firstSeen ? { first_seen: new Date(firstSeen) } : {}),
          ...(lastSeen ? { last_seen: new Date(lastSeen) } : {}),
          auto_filtered: autoFiltered ?? false,
        })
        .where('company_id', '=', company.id)
        .where('id', '=', found[index]?.threat.id as string)
        .execute()
    }
  })
  return found.map(({ threat }) => threat.id)
}
